import { once } from 'node:events';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

import { verifyWebhook, WebhookRefused } from '@goal/client';
import { errorCatalogue, givenSink, visible } from '@goal/contract';
import {
  createStream,
  getStream,
  streamsMayReach,
  listStreams,
  resumeStream,
  rotateStreamSecret,
  updateStream,
  type Core,
} from '@goal/core';
import { isUnavailable } from '@goal/db';

import { Refusal } from '../refusal.ts';
import type { DemoAccount } from './demo-account.ts';

const loopback = '127.0.0.1';
/** A stream keeps its place by its name. */
const name = 'Demo receiver';
/** The receiver's own memory of what it has printed. */
const keptIdsMax = 100_000;
/** How often the state of the stream is read, to say why nothing comes. */
const lookMs = 2000;

/** Throws a `Refusal` with the lines to paste, unless streams may send to 127.0.0.1. */
export function judgeReceiver(allowNets: string | undefined): void {
  if (streamsMayReach({ allowNets }, loopback)) return;
  throw new Refusal(
    [
      'A stream sends to no address of this machine unless the operator allows it. Start the service and this command so:',
      `  ${allowing(allowNets)} npm start`,
      `  ${allowing(allowNets)} npm run -s goal -- demo --receiver`,
    ].join('\n'),
  );
}

/** The variable with 127.0.0.1 beside the networks that it has. */
function allowing(allowNets: string | undefined): string {
  const nets = (allowNets ?? '').split(',').map((net) => net.trim());
  return `STREAM_ALLOW_NETS=${[...nets, `${loopback}/32`].filter((net) => net !== '').join(',')}`;
}

/** A webhook with the stream that leads to it. `watch` resolves when the signal comes. */
export type ReceivedDemo = { watch: (signal: AbortSignal) => Promise<void>; close: () => Promise<void> };

/**
 * Receives the events of the demo account by a stream to a webhook, verifies its signature with the
 * client, and prints each event once, until it is closed (`goal demo --receiver`). The stream is
 * made by the first run and keeps its place: what arrives while the receiver or the service is away
 * comes later. Throws a `Refusal` if the port is in use.
 */
export async function receiveDemo(
  core: Core,
  { caller }: DemoAccount,
  port: number,
  tell: (line: string) => void,
): Promise<ReceivedDemo> {
  let secret = '';
  const seen = new Set<number>();
  let repeats = 0;
  const server = createServer((request, response) => {
    void (async () => {
      try {
        const { events } = await verifyWebhook({ headers: request.headers, body: await buffer(request) }, [secret]);
        for (const { id, occurred_at: at, severity, domain = '', message } of events) {
          if (seen.has(id)) repeats += 1;
          else tell(`verified  ${at}  ${severity.padEnd(8)}  ${visible(domain)}  ${visible(message)}`);
          seen.add(id);
          const [oldest = id] = seen;
          if (seen.size > keptIdsMax) seen.delete(oldest);
        }
        response.writeHead(204).end();
      } catch (error) {
        if (error instanceof WebhookRefused) tell(`refused: ${error.message}`);
        response.writeHead(error instanceof WebhookRefused ? 401 : 400).end();
      }
    })();
  });
  await once(server.listen(port, loopback), 'listening').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    throw new Refusal(`Port ${port} is in use: give another one, as --receiver-port ${port + 1}.`);
  });
  const close = async (): Promise<void> => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
  try {
    const url = `http://${loopback}:${port}/`;
    const stream = await pointStream(core, caller, url);
    secret = stream.secret;
    tell(`The stream «${name}» sends to ${url}. Each event is checked and printed; Ctrl-C ends.`);
    return { watch: (signal) => watch(core, caller, stream.id, { signal, tell, repeats: () => repeats }), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Makes the demo's stream, or leads the one that is there to this receiver. */
async function pointStream(
  core: Core,
  caller: DemoAccount['caller'],
  url: string,
): Promise<{ id: string; secret: string }> {
  const sink = givenSink.parse({ type: 'webhook', url });
  const { streams } = await listStreams(core, caller.account);
  const former = streams.find((one) => one.name === name);
  if (former === undefined) {
    const { id, secret } = await createStream(core, caller, { name, sink });
    return { id, secret: secret ?? '' };
  }
  const { secret } = await rotateStreamSecret(core, caller, former.id, { endFormer: true });
  await updateStream(core, caller, former.id, { sink });
  await resumeStream(core, caller, former.id);
  return { id: former.id, secret };
}

type Watching = { signal: AbortSignal; tell: (line: string) => void; repeats: () => number };

/** Says when the stream fails and delivers again, and what came again, until the signal. */
async function watch(
  core: Core,
  { account }: DemoAccount['caller'],
  id: string,
  { signal, tell, repeats }: Watching,
): Promise<void> {
  let told: string | undefined;
  let toldRepeats = 0;
  while (!signal.aborted) {
    const again = repeats() - toldRepeats;
    if (again > 0) tell(`Came again, and not printed twice: ${again === 1 ? '1 event' : `${again} events`}.`);
    toldRepeats += again;
    const now = await getStream(core, account, id).then(troubleOf, (error: unknown) => {
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
function troubleOf({ status, last_error: trouble }: Awaited<ReturnType<typeof getStream>>): string | undefined {
  if (status === 'active') return undefined;
  if (status !== 'failing') return `the stream is ${status}`;
  // The settings of this command allow it, those of the service do not.
  const cure =
    trouble === errorCatalogue.address_not_allowed.message ? `; start the service with ${allowing(undefined)}` : '';
  return `the stream fails, ${trouble ?? 'for an unknown reason'}${cure}`;
}
