import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';

import { drain, drainExport } from '../measures/export.ts';
import { timeAlternating, timesRow } from '../measures/timing.ts';
import type { Result } from '../report.ts';
import { inWords, median } from '../statistics.ts';
import { at } from '../world/random.ts';
import type { LargeSide, ProofWorld } from './world.ts';

const timeoutMs = 600_000;

const addressOf = ({ service }: LargeSide): string => `${service.origin}/v1/goal/account/log/bundle`;

/** Compares the bundle of an account with the export of its events, alternating between the two. */
export async function measureBundle({ large, progress }: ProofWorld): Promise<Result> {
  const side = await large();
  const { service, account, events } = side;
  let nth = 0;
  const token = (): string => at(account.keys, (nth += 1) % account.keys.length);
  const isWhole = (last: string, end: RegExp): void => {
    if (!end.test(last)) throw new Error(`a file ended with ${last}`);
  };
  const found = await timeAlternating({ rounds: 2, turns: 1, progress }, () => ({
    bundle: async () => isWhole(await drain(addressOf(side), token()), /"lines":\d+,"sha256":"\w+"\}/),
    exported: async () =>
      isWhole(await drainExport(service.origin, token()), new RegExp(`"complete":true,"events":${events}`)),
  }));
  const rate = (name: 'bundle' | 'exported'): string =>
    inWords((events * 1000) / median(found.flatMap((round) => round[name])));
  return {
    what: `bundle of ${inWords(events)} events ÷ export of the same`,
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

/** Compares the proof that an event is in the log with the event itself, over REST, alternating. */
export async function measureInclusion({ large, progress }: ProofWorld): Promise<Result> {
  const { http, plain, account, sites, events } = await large();
  const [rounds, turns] = [5, 100];
  const { rows } = await plain.query<{ id: string; site: number }>(
    'SELECT id::text, site FROM event WHERE account = $1 ORDER BY random() LIMIT $2',
    [account.rowId, turns * (rounds + 1)],
  );
  const siteOf = new Map(sites.map((site) => [site.rowId, site]));
  const reads = rows.flatMap(({ id, site }) => {
    const own = siteOf.get(site);
    return own === undefined ? [] : [{ path: `/events/${id}`, token: own.token, domain: own.domain }];
  });
  let asked = 0;
  const found = await timeAlternating({ rounds, turns, progress }, () => {
    const call = at(reads, (asked += 1) % reads.length);
    return { proof: () => http.send({ ...call, path: `${call.path}/proof` }), event: () => http.send(call) };
  });
  const what = `inclusion proof ÷ the event by its id, over REST, account of ${inWords(events)} events`;
  return timesRow(what, found, ['proof', 'event'], { atMost: 8, aim: '4' });
}
