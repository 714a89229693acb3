import { request } from 'node:http';
import { finished } from 'node:stream/promises';

import { to as copyTo } from 'pg-copy-streams';

import type { Result } from '../report.ts';
import { percentile } from '../statistics.ts';
import { at } from '../world/random.ts';
import { besideBareServer } from './beside.ts';
import { whereOffered } from './offered.ts';
import { exportedColumns } from './reference.ts';
import { timeAlternating } from './timing.ts';
import type { World } from './world.ts';

const exportPath = '/account/events/export';
const what = 'export as ndjson ÷ COPY of the same columns as text over one connection';
const rounds = 4;
const exportMaxEvents = 300_000;
const idleTimeoutMs = 30_000;
/** The last line of an export, with the checkpoint of the signed log, is shorter. */
const lastChars = 1000;

/**
 * docs/decisions/017-export.md: compares the rows per second of an account's export, plain and with
 * gzip, with COPY TO STDOUT. A bare node:http server that passes on what COPY writes takes turns
 * with them.
 */
export function measureExport(world: World): Promise<Result[]> {
  return whereOffered(world, { path: exportPath, what }, () =>
    besideBareServer(world, 1, ({ origin }) => compare(world, origin)),
  );
}

async function compare(world: World, bareOrigin: string): Promise<Result[]> {
  const { account, events } = accountToExport(world);
  let nth = 0;
  const exported = async (encoding: 'identity' | 'gzip'): Promise<void> => {
    nth += 1;
    const token = at(account.keys, nth % account.keys.length);
    const last = await drainExport(world.service.origin, token, encoding);
    if (encoding === 'identity' && !last.includes(`"complete":true,"events":${events}`))
      throw new Error(`an export of ${events} events ended with ${last}`);
  };
  const found = await timeAlternating({ rounds, turns: 1, progress: world.progress }, () => ({
    plain: () => exported('identity'),
    copy: () => copyOut(world, account.rowId),
    gzip: () => exported('gzip'),
    bare: () => drain(`${bareOrigin}/${account.rowId}`, '', 'identity'),
  }));
  const rate = (name: Side | 'copy'): string =>
    Math.round(
      (events * 1000) /
        percentile(
          found.flatMap((round) => round[name]),
          0.5,
        ),
    ).toLocaleString('en');
  const row = (name: Side, title: string): Result => ({
    what: title,
    figures: `${rate(name)} ÷ ${rate('copy')} events/s, ${events.toLocaleString('en')} events`,
    ratios: found.map((round) => at(round.copy, 0) / at(round[name], 0)),
  });
  return [
    { ...row('plain', what), goal: { atLeast: 0.5 } },
    row('gzip', 'the same with gzip ÷ COPY'),
    row('bare', 'the text of COPY, passed on by a bare node:http server ÷ COPY'),
  ];
}

type Side = 'plain' | 'gzip' | 'bare';

/** The account with the most events, up to `exportMaxEvents`. */
function accountToExport({ population }: World) {
  const events = new Map(population.accounts.map((account) => [account, 0]));
  for (const site of population.sites) events.set(site.account, (events.get(site.account) ?? 0) + site.events);
  const fit = [...events].filter(([, count]) => count <= exportMaxEvents);
  const [account, count] = fit.reduce((most, one) => (one[1] > most[1] ? one : most));
  return { account, events: count };
}

/** Copies the columns of the export, in its order. */
async function copyOut({ plain }: World, account: number): Promise<void> {
  const client = await plain.connect();
  try {
    const sent = client.query(copyTo(`COPY (${exportedColumns(account)}) TO STDOUT`)).resume();
    await finished(sent);
  } finally {
    client.release();
  }
}

/** Reads the export of an account to its end and returns the end of its text. */
export function drainExport(origin: string, token: string, encoding: 'identity' | 'gzip'): Promise<string> {
  return drain(`${origin}/v1/goal${exportPath}`, token, encoding);
}

/** Reads a streamed answer to its end and returns the last `lastChars` characters of its text. */
export function drain(address: string, token: string, encoding: 'identity' | 'gzip'): Promise<string> {
  const url = new URL(address);
  return new Promise((resolve, reject) => {
    const headers = { Authorization: `Bearer ${token}`, 'Accept-Encoding': encoding };
    const asked = request(url, { headers, timeout: idleTimeoutMs }, (answer) => {
      let last = '';
      answer.on('data', (chunk: Buffer) => (last = (last + chunk.subarray(-lastChars).toString()).slice(-lastChars)));
      answer.on('end', () => {
        if (answer.statusCode === 200) resolve(last);
        else reject(new Error(`${url.pathname} was answered with ${answer.statusCode}: ${last}`));
      });
      answer.on('error', reject);
    });
    asked.on('timeout', () => asked.destroy(new Error(`${url.pathname} stalled`)));
    asked.on('error', reject);
    asked.end();
  });
}
