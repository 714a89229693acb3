import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

import { openSink, type LocalSink, type Received } from '../streams/sinks.ts';

const unzip = promisify(gunzip);

/** Kinds of sinks whose bodies are read back here. */
export type CheckedKind = 'webhook' | 'splunk' | 'otlp';

/** A sink that fails at random, and remembers which events came with a yes, and when first. */
export type CheckedSink = LocalSink & {
  /** Ids in the order of their first arrival. */
  first: readonly number[];
  /** Events that came again. */
  repeats: () => number;
  /** Events that came again with another text. */
  changed: () => number;
  /** How often it failed. */
  failures: () => number;
  /** From now on it says yes to everything. */
  mend: () => void;
};

/** How a sink fails: it does not take the batch, or takes it and does not say so. */
const faults = ['refuses', 'breaks off', 'asks to wait', 'takes it and breaks off', 'never answers'] as const;

/** Texts of an event in a body, by its id. */
const idPattern: Readonly<Record<CheckedKind, RegExp>> = {
  webhook: /\{"id":(\d+),[^{}]*\}/g,
  splunk: /"event":\{"id":(\d+),[^{}]*\}/g,
  otlp: /"log\.record\.uid","value":\{"stringValue":"(\d+)"/g,
};

/** Opens a sink that fails on this share of the requests, each time in another way. */
export async function openCheckedSink(kind: CheckedKind, share: number): Promise<CheckedSink> {
  const seen = new Map<number, string>();
  const first: number[] = [];
  let [repeats, changed, failures, isMended] = [0, 0, 0, false];
  const take = (text: string): void => {
    for (const [event, id] of text.matchAll(idPattern[kind])) {
      const number = Number(id);
      const before = seen.get(number);
      if (before === undefined) first.push(number);
      else repeats += 1;
      if (before !== undefined && before !== event) changed += 1;
      seen.set(number, event);
    }
  };
  const answer = async ({ request, response, body, yes }: Received): Promise<void> => {
    const fault = isMended || Math.random() >= share ? undefined : faults[Math.floor(Math.random() * faults.length)];
    if (fault !== undefined) failures += 1;
    if (fault === undefined || fault === 'takes it and breaks off')
      take((request.headers['content-encoding'] === 'gzip' ? await unzip(body) : body).toString());
    if (fault === undefined) yes();
    else if (fault === 'refuses') response.writeHead(500).end();
    else if (fault === 'asks to wait') response.writeHead(503, { 'retry-after': '1' }).end();
    else if (fault !== 'never answers') request.socket.resetAndDestroy();
  };
  const { sink, close } = await openSink(kind, answer);
  return {
    sink: kind === 'otlp' ? { ...sink, encoding: 'json' } : sink,
    close,
    first,
    repeats: () => repeats,
    changed: () => changed,
    failures: () => failures,
    mend: () => void (isMended = true),
  };
}

/** How what came differs from what was stored, both in the order of the tail. */
export function differences(
  stored: readonly number[],
  first: readonly number[],
): { lost: number; outOfOrder: number; unknown: number } {
  const place = new Map(stored.map((id, index) => [id, index]));
  const came = new Set(first);
  let [outOfOrder, furthest] = [0, -1];
  for (const id of first) {
    const index = place.get(id);
    if (index === undefined) continue;
    if (index < furthest) outOfOrder += 1;
    furthest = Math.max(furthest, index);
  }
  return {
    lost: stored.filter((id) => !came.has(id)).length,
    outOfOrder,
    unknown: first.filter((id) => !place.has(id)).length,
  };
}
