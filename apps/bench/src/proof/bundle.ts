import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';

import { drain, drainExport } from '../measures/export.ts';
import { timeAlternating } from '../measures/timing.ts';
import type { Result } from '../report.ts';
import { median } from '../statistics.ts';
import { at } from '../world/random.ts';
import { inWords, type LargeSide, type ProofWorld } from './world.ts';

const rounds = 2;
const timeoutMs = 600_000;

const addressOf = ({ service }: LargeSide): string => `${service.origin}/v1/goal/account/log/bundle`;

/** How fast one sealer takes a backlog: a log that is begun on events that were stored before. */
export async function measureBacklog({ large }: ProofWorld): Promise<Result> {
  const { events, sealedPerSecond } = await large();
  return {
    what: `a backlog of ${inWords(events)}, one sealer`,
    figures: `${Math.round(sealedPerSecond).toLocaleString('en')} events/s`,
    ratios: [],
  };
}

/** Compares the bundle of an account with the export of its events, alternating between the two. */
export async function measureBundle({ large, progress }: ProofWorld): Promise<Result> {
  const side = await large();
  const { service, account, events } = side;
  let nth = 0;
  const token = (): string => at(account.keys, (nth += 1) % account.keys.length);
  const isWhole = (last: string, end: RegExp): void => {
    if (!end.test(last)) throw new Error(`a file ended with ${last}`);
  };
  const found = await timeAlternating({ rounds, turns: 1, progress }, () => ({
    bundle: async () => isWhole(await drain(addressOf(side), token(), 'identity'), /"lines":\d+,"sha256":"\w+"\}/),
    exported: async () =>
      isWhole(await drainExport(service.origin, token(), 'identity'), new RegExp(`"complete":true,"events":${events}`)),
  }));
  const rate = (name: 'bundle' | 'exported'): string =>
    Math.round((events * 1000) / median(found.flatMap((round) => round[name]))).toLocaleString('en');
  return {
    what: `bundle of ${inWords(events)} ÷ export of the same`,
    figures: `${rate('bundle')} ÷ ${rate('exported')} events/s`,
    ratios: found.map((round) => at(round.exported, 0) / at(round.bundle, 0)),
    goal: { atLeast: 0.15, aim: '0.4' },
  };
}

/** Stores the bundle of the large account in a file. */
export async function saveBundle(side: LargeSide, file: string): Promise<void> {
  const answer = await fetch(addressOf(side), {
    headers: { Authorization: `Bearer ${at(side.account.keys, 0)}` },
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!answer.ok || answer.body === null) throw new Error(`a bundle was answered with ${answer.status}`);
  // The two types of the same stream differ: one is the browser's.
  await pipeline(Readable.fromWeb(answer.body as ReadableStream<Uint8Array>), createWriteStream(file));
}
