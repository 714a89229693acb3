import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Result } from '../report.ts';
import { percentile } from '../statistics.ts';
import { openHttp } from '../world/http.ts';
import type { World } from './world.ts';

const phaseSeconds = 20;
const requestsPerPacket = 1600;
/** The time between two timed requests, whether or not the first is answered by then. */
const requestIntervalMs = 5;

/** Measures what one connection that floods the service costs everybody else. */
export async function measureFlood({ service, progress }: World): Promise<Result[]> {
  const flood = { origin: service.origin, timedPath: '/healthz', progress };
  const document = '/v1/goal/openapi.json';
  return [
    await floodRow({ ...flood, floodPath: '/nope', what: '/healthz' }),
    await floodRow({ ...flood, floodPath: document, what: '/healthz, the packets asking for the document' }),
  ];
}

export type Flood = {
  origin: string;
  /** The path that the packets ask for. */
  floodPath: string;
  /** The path whose answers are timed. */
  timedPath: string;
  what: string;
  progress: (done: string) => void;
};

/**
 * Compares the p95 of an answer while one connection sends a packet of 1,600 requests each second
 * with the p95 without.
 */
export async function floodRow({ origin, floodPath, timedPath, what, progress }: Flood): Promise<Result> {
  const http = openHttp(origin, 64);
  try {
    const times = (): Promise<number[]> => timesOf(() => http.ask({ path: timedPath, outside: true }));
    // The first requests load code, so they do not count.
    await timesOf(() => http.ask({ path: timedPath, outside: true }), 1);
    const without = await times();
    progress('without');
    const flood = openFlood(origin, floodPath);
    const during = await times().finally(flood.close);
    progress('during');
    const p95 = (values: number[]): string => percentile(values, 0.95).toFixed(1);
    return {
      what: `${what}, one packet of ${requestsPerPacket.toLocaleString('en')} requests a second on one connection ÷ without`,
      figures: `p95 ${p95(during)} ÷ ${p95(without)} ms, longest ${Math.max(...during).toFixed(0)} ms; ${flood.refused()} connections ended`,
      ratios: [percentile(during, 0.95) / percentile(without, 0.95)],
      goal: { atMost: 3 },
    };
  } finally {
    http.close();
  }
}

/**
 * Asks at fixed times and measures from these, so that a late answer does not delay the next
 * request.
 */
async function timesOf(ask: () => Promise<unknown>, seconds = phaseSeconds): Promise<number[]> {
  const times: number[] = [];
  const begun = performance.now();
  const asked: Promise<void>[] = [];
  const askAt = async (due: number): Promise<void> => {
    await ask();
    times.push(performance.now() - due);
  };
  for (let due = begun; due < begun + seconds * 1000; due += requestIntervalMs) {
    const early = due - performance.now();
    if (early > 0) await sleep(early);
    asked.push(askAt(due));
  }
  await Promise.all(asked);
  return times;
}

/**
 * Sends a packet each second over one connection, and opens another one when the service has ended
 * it.
 */
function openFlood(origin: string, path: string): { close: () => void; refused: () => number } {
  const { hostname, port, host } = new URL(origin);
  const packet = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`.repeat(requestsPerPacket);
  let refused = 0;
  let socket: Socket | undefined;
  const open = (): Socket => {
    const opened = connect(Number(port), hostname);
    opened.on('error', () => {});
    opened.on('end', () => (refused += 1));
    return opened.resume();
  };
  const send = (): void => {
    if (socket?.writable !== true) socket = open();
    // Bytes that the service does not read wait in this process, so their number is bounded here.
    if (socket.writableLength < packet.length) socket.write(packet);
  };
  send();
  const timer = setInterval(send, 1000);
  return {
    refused: () => refused,
    close() {
      clearInterval(timer);
      socket?.destroy();
    },
  };
}
