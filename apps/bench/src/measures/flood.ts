import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Result } from '../report.ts';
import { percentile } from '../statistics.ts';
import { openHttp } from '../world/http.ts';
import type { World } from './world.ts';

const seconds = 20;
const requestsAPacket = 1600;
/** Milliseconds between two questions; whether the one before is answered does not matter. */
const askEvery = 5;

/** Measures what one connection that floods the service costs everybody else. */
export async function measureFlood({ service, progress }: World): Promise<Result[]> {
  const look = { origin: service.origin, looked: '/healthz', progress };
  return [
    await floodRow({ ...look, asked: '/nope', what: '/healthz' }),
    await floodRow({ ...look, asked: '/v1/goal/openapi.json', what: '/healthz, the packets asking for the document' }),
  ];
}

export type Flood = {
  origin: string;
  /** The path that the packets ask for, and the one whose answers are timed. */
  asked: string;
  looked: string;
  what: string;
  progress: (done: string) => void;
};

/** p95 of an answer while one connection sends a packet of 1,600 requests each second, ÷ p95 without. */
export async function floodRow({ origin, asked, looked, what, progress }: Flood): Promise<Result> {
  const http = openHttp(origin, 64);
  try {
    const times = (): Promise<number[]> => timesOf(() => http.ask({ path: looked, outside: true }));
    // The first requests load code, so they do not count.
    await timesOf(() => http.ask({ path: looked, outside: true }), 1);
    const without = await times();
    progress('without');
    const flood = openFlood(origin, asked);
    const during = await times().finally(flood.close);
    progress('during');
    const said = (of: number[]): string => percentile(of, 0.95).toFixed(1);
    return {
      what: `${what}, one packet of ${requestsAPacket.toLocaleString('en')} requests a second on one connection ÷ without`,
      figures: `p95 ${said(during)} ÷ ${said(without)} ms, longest ${Math.max(...during).toFixed(0)} ms; ${flood.refused()} connections ended`,
      ratios: [percentile(during, 0.95) / percentile(without, 0.95)],
      goal: { atMost: 3 },
    };
  } finally {
    http.close();
  }
}

/** Asks at fixed times and measures from these, so a late answer does not delay the next request. */
async function timesOf(ask: () => Promise<unknown>, lasting = seconds): Promise<number[]> {
  const times: number[] = [];
  const begun = performance.now();
  const asked: Promise<void>[] = [];
  const askAt = async (due: number): Promise<void> => {
    await ask();
    times.push(performance.now() - due);
  };
  for (let due = begun; due < begun + lasting * 1000; due += askEvery) {
    const early = due - performance.now();
    if (early > 0) await sleep(early);
    asked.push(askAt(due));
  }
  await Promise.all(asked);
  return times;
}

/** One connection that gets a packet each second, and another one where it was ended. */
function openFlood(origin: string, path: string): { close: () => void; refused: () => number } {
  const { hostname, port, host } = new URL(origin);
  const packet = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`.repeat(requestsAPacket);
  let refused = 0;
  let socket: Socket | undefined;
  const open = (): Socket => {
    const made = connect(Number(port), hostname);
    made.on('error', () => {});
    made.on('end', () => (refused += 1));
    return made.resume();
  };
  const send = (): void => {
    if (socket?.writable !== true) socket = open();
    // What the service does not take stays in this process.
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
