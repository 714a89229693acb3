import { request } from 'node:http';
import { finished } from 'node:stream/promises';

import { to as copyTo } from 'pg-copy-streams';

import type { Result } from '../report.ts';
import { inWords, median } from '../statistics.ts';
import { at } from '../world/random.ts';
import { timeAlternating } from './timing.ts';
import type { World } from './world.ts';

const rounds = 4;
const exportMaxEvents = 300_000;
const idleTimeoutMs = 30_000;
/** The last line of an export, with the checkpoint of the signed log, is shorter. */
const lastChars = 1000;

/**
 * docs/decisions/017-export.md: compares the rows per second of an account's export with COPY TO
 * STDOUT, alternating between the two.
 */
export async function measureExport({ population, service, plain, progress }: World): Promise<Result> {
  const events = new Map(population.accounts.map((account) => [account, 0]));
  for (const site of population.sites) events.set(site.account, (events.get(site.account) ?? 0) + site.events);
  const fit = [...events].filter(([, count]) => count <= exportMaxEvents);
  const [account, count] = fit.reduce((most, one) => (one[1] > most[1] ? one : most));
  let nth = 0;
  const found = await timeAlternating({ rounds, turns: 1, progress }, () => ({
    plain: async () => {
      const last = await drainExport(service.origin, at(account.keys, (nth += 1) % account.keys.length));
      if (!last.includes(`"complete":true,"events":${count}`))
        throw new Error(`an export of ${count} events ended with ${last}`);
    },
    async copy() {
      const client = await plain.connect();
      try {
        await finished(client.query(copyTo(`COPY (${exported(account.rowId)}) TO STDOUT`)).resume());
      } finally {
        client.release();
      }
    },
  }));
  const rate = (name: 'plain' | 'copy'): string =>
    inWords((count * 1000) / median(found.flatMap((round) => round[name])));
  return {
    what: 'export as ndjson ÷ COPY of the same columns as text over one connection',
    figures: `${rate('plain')} ÷ ${rate('copy')} events/s, ${inWords(count)} events`,
    ratios: found.map((round) => at(round.copy, 0) / at(round.plain, 0)),
    goal: { atLeast: 0.5 },
  };
}

/** A query of all columns that an export has, in its order. */
const exported = (account: number): string =>
  `SELECT id, occurred_at, code, severity, object, event_type, user_id, username, message, site, received_at
    FROM event WHERE account = ${account} ORDER BY occurred_at DESC, id DESC`;

/** Reads the export of an account to its end and returns the end of its text. */
export const drainExport = (origin: string, token: string): Promise<string> =>
  drain(`${origin}/v1/goal/account/events/export`, token);

/** Reads a streamed answer to its end and returns the last characters of its text. */
export function drain(address: string, token: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { Authorization: `Bearer ${token}`, 'Accept-Encoding': 'identity' };
    const asked = request(address, { headers, timeout: idleTimeoutMs }, (answer) => {
      let last = '';
      answer.on('data', (chunk: Buffer) => (last = (last + chunk.subarray(-lastChars).toString()).slice(-lastChars)));
      answer.on('end', () => {
        if (answer.statusCode === 200) resolve(last);
        else reject(new Error(`${address} was answered with ${answer.statusCode}: ${last}`));
      });
      answer.on('error', reject);
    });
    asked.on('timeout', () => asked.destroy(new Error(`${address} stalled`)));
    asked.on('error', reject);
    asked.end();
  });
}
