import { createServer, type Server } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

import { verifyWebhook, WebhookRefused } from '@goal/client';
import { givenSink, visible } from '@goal/contract';
import {
  createStream,
  getStream,
  listStreams,
  resumeStream,
  rotateStreamSecret,
  updateStream,
  type Core,
} from '@goal/core';
import { isUnavailable } from '@goal/db';

import { Refusal } from '../refusal.ts';
import type { DemoAccount } from './demo-account.ts';

const host = '127.0.0.1';
const streamName = 'Demo receiver';
/** How often the state of the stream is read, to say why nothing comes. */
const lookMs = 2000;
/** The receiver's own memory of what it has printed. */
const keptIdsMax = 100_000;

/** Throws a `Refusal` unless streams may send to this machine. */
export function judgeReceiver(allowNets: string | undefined): void {
  if (allowNets === undefined)
    throw new Refusal(
      `A stream sends to no address of this machine unless the operator allows it: start the service and this command with STREAM_ALLOW_NETS=${host}/32.`,
    );
}

/**
 * Receives the events of the demo account by a webhook stream, and prints each once, until the
 * signal (`goal demo --receiver`). The stream is made by the first run and keeps its place: what
 * arrives while the receiver or the service is away comes later. Throws a `Refusal` if the port is
 * in use.
 */
export async function receiveDemo(
  core: Core,
  { caller }: DemoAccount,
  port: number,
  signal: AbortSignal,
  tell: (line: string) => void,
): Promise<void> {
  let secrets: string[] = [];
  const seen = new Set<number>();
  const server = createServer((request, response) => {
    void (async () => {
      try {
        const { events } = await verifyWebhook({ headers: request.headers, body: await buffer(request) }, secrets);
        for (const { id, occurred_at: at, severity, domain, message } of events) {
          if (seen.has(id)) continue;
          seen.add(id);
          const [oldest] = seen;
          if (seen.size > keptIdsMax && oldest !== undefined) seen.delete(oldest);
          tell(`verified  ${at}  ${severity.padEnd(8)}  ${visible(domain ?? '')}  ${visible(message)}`);
        }
        response.writeHead(204).end();
      } catch (error) {
        if (error instanceof WebhookRefused) tell(`refused: ${error.message}`);
        response.writeHead(error instanceof WebhookRefused ? 401 : 400).end();
      }
    })();
  });
  await listen(server, port);
  try {
    const id = await pointStream(core, caller, `http://${host}:${port}/`, (secret) => (secrets = [secret]));
    tell(
      `The stream «${streamName}» sends to http://${host}:${port}/. Each event is checked and printed; Ctrl-C ends.`,
    );
    await watch(core, caller, id, signal, tell);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

/** Makes the demo's stream, or leads the one that is there to this receiver with a new secret. */
async function pointStream(
  core: Core,
  caller: DemoAccount['caller'],
  url: string,
  learn: (secret: string) => void,
): Promise<string> {
  const sink = givenSink.parse({ type: 'webhook', url });
  const { streams } = await listStreams(core, caller.account);
  const former = streams.find(({ name }) => name === streamName);
  if (former === undefined) {
    const { id, secret } = await createStream(core, caller, { name: streamName, sink });
    if (secret !== null) learn(secret);
    return id;
  }
  const { secret } = await rotateStreamSecret(core, caller, former.id);
  learn(secret);
  await updateStream(core, caller, former.id, { sink });
  await resumeStream(core, caller, former.id);
  return former.id;
}

/** Says when the stream fails and when it delivers again. Resolves when the signal comes. */
async function watch(
  core: Core,
  caller: DemoAccount['caller'],
  id: string,
  signal: AbortSignal,
  tell: (line: string) => void,
): Promise<void> {
  let told: string | undefined;
  while (!signal.aborted) {
    const now = await stateOf(core, caller, id).catch((error: unknown) => {
      if (!isUnavailable(error)) throw error;
      return 'the database does not answer';
    });
    if (now !== told) tell(now === undefined ? 'The stream delivers again.' : `Nothing comes: ${visible(now)}.`);
    told = now;
    // Fails only when the signal aborts it.
    await sleep(lookMs, undefined, { signal }).catch(() => {});
  }
}

/** Why a stream delivers nothing, undefined if it delivers. */
async function stateOf(core: Core, { account }: DemoAccount['caller'], id: string): Promise<string | undefined> {
  const { status, last_error: trouble } = await getStream(core, account, id);
  if (status === 'active') return undefined;
  return status === 'failing' ? `the stream fails, ${trouble ?? 'for an unknown reason'}` : `the stream is ${status}`;
}

async function listen(server: Server, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'EADDRINUSE'
          ? new Refusal(`Port ${port} is in use: give another one, as --receiver 8081.`)
          : error,
      );
    });
    server.listen(port, host, resolve);
  });
}
