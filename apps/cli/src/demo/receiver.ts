import { setTimeout as sleep } from 'node:timers/promises';

import { errorCatalogue, givenSink, visible } from '@goal/contract';
import {
  createStream,
  getStream,
  holdsIpv4,
  listStreams,
  resumeStream,
  rotateStreamSecret,
  updateStream,
  type Core,
} from '@goal/core';
import { isUnavailable } from '@goal/db';

import { Refusal } from '../refusal.ts';
import type { DemoAccount } from './demo-account.ts';
import { openBucket } from './receive-bucket.ts';
import { openRsyslog } from './receive-rsyslog.ts';
import { openWebhook } from './receive-webhook.ts';
import { loopback, type Arrived, type DemoReceiver } from './receiver-parts.ts';

/** The name of each stream, because a stream keeps its place by its name. */
const kinds = {
  webhook: { stream: 'Demo receiver', port: 8080, open: openWebhook },
  rsyslog: { stream: 'Demo rsyslog', port: 6514, open: openRsyslog },
  bucket: { stream: 'Demo bucket', port: 9000, open: openBucket },
};
export type ReceiverKind = keyof typeof kinds;
export const receiverKinds = Object.keys(kinds) as ReceiverKind[]; // the keys of a constant

/** How often the state of the stream is read, to say why nothing comes. */
const lookMs = 2000;
/** The receiver's own memory of what it has printed. */
const keptIdsMax = 100_000;

/**
 * Throws a `Refusal` with the lines to paste, unless streams may send to 127.0.0.1. `allowNets` is
 * valid.
 */
export function judgeReceiver(allowNets: string | undefined, kind: ReceiverKind): void {
  if (holdsIpv4(allowNets ?? '', loopback)) return;
  throw new Refusal(
    [
      'A stream sends to no address of this machine unless the operator allows it. Start the service and this command so:',
      `  ${allowing(allowNets)} npm start`,
      `  ${allowing(allowNets)} npm run -s goal -- demo --receiver ${kind}`,
    ].join('\n'),
  );
}

/** The variable with 127.0.0.1 beside the networks that it has. */
function allowing(allowNets: string | undefined): string {
  const nets = (allowNets ?? '').split(',').map((net) => net.trim());
  return `STREAM_ALLOW_NETS=${[...nets, `${loopback}/32`].filter((net) => net !== '').join(',')}`;
}

/** A receiver with the stream that leads to it. `watch` resolves when the signal comes. */
export type ReceivedDemo = { watch: (signal: AbortSignal) => Promise<void>; close: () => Promise<void> };

/**
 * Receives the events of the demo account by a stream, and prints each once, until it is closed
 * (`goal demo --receiver`). The stream is made by the first run and keeps its place: what arrives
 * while the receiver or the service is away comes later. Throws a `Refusal` if the port is in use
 * or a program is missing.
 */
export async function receiveDemo(
  core: Core,
  { caller }: DemoAccount,
  { kind, port }: { kind: ReceiverKind; port: number | undefined },
  tell: (line: string) => void,
): Promise<ReceivedDemo> {
  const { stream, port: ordinaryPort, open } = kinds[kind];
  const printer = printOnce(tell);
  const receiver = await open(port ?? ordinaryPort, { show: printer.show, tell });
  try {
    const id = await pointStream(core, caller, stream, receiver);
    tell(`The stream «${stream}» sends to ${receiver.says} Each event is checked and printed; Ctrl-C ends.`);
    return {
      async watch(signal) {
        await watch(core, caller, id, { signal, tell, repeats: printer.repeats });
      },
      close: receiver.close,
    };
  } catch (error) {
    await receiver.close();
    throw error;
  }
}

/** Prints each event at its first arrival, and counts how many came again. */
export function printOnce(tell: (line: string) => void): { show: (event: Arrived) => void; repeats: () => number } {
  const seen = new Set<number>();
  let repeats = 0;
  const show = ({ id, at, severity, domain, message }: Arrived): void => {
    if (seen.has(id)) {
      repeats += 1;
      return;
    }
    seen.add(id);
    const [oldest] = seen;
    if (seen.size > keptIdsMax && oldest !== undefined) seen.delete(oldest);
    tell(`verified  ${at}  ${severity.padEnd(8)}  ${visible(domain)}  ${visible(message)}`);
  };
  return { show, repeats: () => repeats };
}

/** Makes the demo's stream, or leads the one that is there to this receiver. */
async function pointStream(
  core: Core,
  caller: DemoAccount['caller'],
  name: string,
  { sink: fields, learn }: DemoReceiver,
): Promise<string> {
  const sink = givenSink.parse(fields);
  const { streams } = await listStreams(core, caller.account);
  const former = streams.find((one) => one.name === name);
  if (former === undefined) {
    const { id, secret } = await createStream(core, caller, { name, sink });
    if (secret !== null) learn?.(secret);
    return id;
  }
  if (learn) learn((await rotateStreamSecret(core, caller, former.id, { endFormer: true })).secret);
  await updateStream(core, caller, former.id, { sink });
  await resumeStream(core, caller, former.id);
  return former.id;
}

type Watching = { signal: AbortSignal; tell: (line: string) => void; repeats: () => number };

/**
 * Says when the stream fails and when it delivers again, and how many events came again. Resolves
 * when the signal comes.
 */
async function watch(
  core: Core,
  caller: DemoAccount['caller'],
  id: string,
  { signal, tell, repeats }: Watching,
): Promise<void> {
  let told: string | undefined;
  let toldRepeats = 0;
  while (!signal.aborted) {
    const again = repeats() - toldRepeats;
    if (again > 0) tell(`Came again, and not printed twice: ${again === 1 ? '1 event' : `${again} events`}.`);
    toldRepeats += again;
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
  if (status !== 'failing') return `the stream is ${status}`;
  // The settings of this command allow it, those of the service do not.
  const cure =
    trouble === errorCatalogue.address_not_allowed.message ? `; start the service with ${allowing(undefined)}` : '';
  return `the stream fails, ${trouble ?? 'for an unknown reason'}${cure}`;
}
