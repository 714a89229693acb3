import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
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
  type Caller,
  type Core,
} from '@goal/core';
import { isUnavailable } from '@goal/db';

import { Refusal } from '../refusal.ts';
import type { DemoAccount } from './demo-account.ts';
import type { Printing } from './send.ts';

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

/** Where the receiver listens and prints; `live` runs beside it, once the stream stands. */
type Receiving = Printing & { port: number; live: () => Promise<unknown> };

/**
 * Receives the events of the demo account by a stream to a webhook, verifies its signature with the
 * client, and prints each event once, until the signal (`goal demo --receiver`). The stream is made
 * by the first run and keeps its place: what arrives while the receiver or the service is away
 * comes later. Throws a `Refusal` if the port is in use.
 */
export async function receiveDemo(core: Core, { caller }: DemoAccount, receiving: Receiving): Promise<void> {
  const { port, tell, live } = receiving;
  let secret = '';
  const seen = new Set<number>();
  const receive = async (request: IncomingMessage): Promise<number> => {
    try {
      const { events } = await verifyWebhook({ headers: request.headers, body: await buffer(request) }, [secret]);
      const again = events.filter(({ id }) => seen.has(id)).length;
      if (again > 0) tell(`Came again, and not printed twice: ${again === 1 ? '1 event' : `${again} events`}.`);
      for (const { id, occurred_at: at, severity, domain = '', message } of events) {
        if (seen.has(id)) continue;
        tell(`verified  ${at}  ${severity.padEnd(8)}  ${visible(domain)}  ${visible(message)}`);
        seen.add(id);
        const [oldest = id] = seen;
        if (seen.size > keptIdsMax) seen.delete(oldest);
      }
      return 204;
    } catch (error) {
      if (!(error instanceof WebhookRefused)) return 400;
      tell(`refused: ${error.message}`);
      return 401;
    }
  };
  const server = createServer((request, response) => {
    void receive(request).then((status) => response.writeHead(status).end());
  });
  await once(server.listen(port, loopback), 'listening').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    throw new Refusal(`Port ${port} is in use: give another one, as --receiver-port ${port + 1}.`);
  });
  try {
    const url = `http://${loopback}:${port}/`;
    const sink = givenSink.parse({ type: 'webhook', url });
    const { streams } = await listStreams(core, caller.account);
    const { id } = streams.find((one) => one.name === name) ?? (await createStream(core, caller, { name, sink }));
    ({ secret } = await rotateStreamSecret(core, caller, id, { endFormer: true }));
    await updateStream(core, caller, id, { sink });
    await resumeStream(core, caller, id);
    tell(`The stream «${name}» sends to ${url}. Each event is checked and printed; Ctrl-C ends.`);
    await Promise.all([watch(core, caller, id, receiving), live()]);
  } finally {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  }
}

/** Says when the stream fails and when it delivers again, until the signal. */
async function watch(core: Core, { account }: Caller, id: string, { signal, tell }: Printing): Promise<void> {
  let told: string | undefined;
  while (!signal.aborted) {
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
  const isBlocked = trouble === errorCatalogue.address_not_allowed.message;
  const cure = isBlocked ? `; start the service with ${allowing(undefined)}` : '';
  return `the stream fails, ${trouble ?? 'for an unknown reason'}${cure}`;
}
