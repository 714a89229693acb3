import { setTimeout as sleep } from 'node:timers/promises';

import type pg from 'pg';

import type { Say } from '../run.ts';
import { openHttp, type Http } from '../world/http.ts';
import type { Account, Site } from '../world/population.ts';
import { at, type Random } from '../world/random.ts';
import { startService, type Service } from '../world/service.ts';

/** An account and its sites. */
export type StreamsAccount = Account & { sites: Site[] };

/** A service of its own on the data set, and a client with `connections`. */
export type Running = { service: Service; http: Http; stop: () => Promise<void> };

/** A data set without streams; each measure starts its own services on it. */
export type StreamsWorld = {
  /** The account with a million events. */
  large: StreamsAccount;
  /** 200 accounts with one site and as many events each. */
  small: StreamsAccount[];
  /** A session that reads and sets what no door does. */
  plain: pg.Pool;
  random: Random;
  start: (connections?: number) => Promise<Running>;
  progress: Say;
};

/** Events of the data set: of the large account, and of each small one. */
export const eventsOf = { large: 1_000_000, small: 3_000 };
export const smallAccounts = 200;
/** Streams of the bench send to this machine. */
export const allowNets = '127.0.0.0/8';

/** Starts a service whose streams may send to this machine; `running` knows how to stop it. */
export async function startStreams(
  url: string,
  logFile: string,
  { connections, profileDir, running }: { connections: number; profileDir: string | undefined; running: Set<unknown> },
): Promise<Running> {
  const service = await startService(url, logFile, { environment: { STREAM_ALLOW_NETS: allowNets }, profileDir });
  const http = openHttp(service.origin, connections);
  const stop = async (): Promise<void> => {
    running.delete(stop);
    http.close();
    await service.stop();
  };
  running.add(stop);
  return { service, http, stop };
}

/** How long a measure waits for what must come. */
const waitMs = 600_000;

let made = 0;

/** Makes a stream by an account's key, and returns its id. */
export async function makeStream(
  http: Http,
  { keys }: StreamsAccount,
  { sink, start = 'now' }: { sink: Readonly<Record<string, unknown>>; start?: 'now' | 'oldest' },
): Promise<string> {
  const body = JSON.stringify({ name: `bench ${(made += 1)}`, sink, start });
  const token = at(keys, made % keys.length);
  const answer = await http.send({ method: 'POST', path: '/account/streams', token, body, expect: 201 });
  // The cast trusts the service's own answer.
  return (JSON.parse(answer) as { id: string }).id;
}

/** Removes all streams; a service that works on one stops. */
export async function dropStreams(plain: pg.Pool): Promise<void> {
  await plain.query('DELETE FROM stream');
}

/** Lets all streams begin with the oldest event, at the same moment. */
export async function rewindStreams(plain: pg.Pool): Promise<void> {
  await plain.query(
    'UPDATE stream SET seq = 0, event_id = 0, lease = NULL, lease_until = NULL, next_at = clock_timestamp()',
  );
}

/** The events that sinks took, by account; accounts without streams are missing. */
export async function deliveredOf(plain: pg.Pool): Promise<Map<number, number>> {
  const { rows } = await plain.query<{ account: number; delivered: string }>(
    'SELECT account_no AS account, sum(delivered)::text AS delivered FROM stream GROUP BY 1',
  );
  return new Map(rows.map(({ account, delivered }) => [account, Number(delivered)]));
}

/** Waits until something is so. Throws with `what` after `waitMs`. */
export async function until(what: string, isSo: () => Promise<boolean> | boolean, everyMs = 100): Promise<void> {
  const deadline = performance.now() + waitMs;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`not within ${waitMs / 1000} s: ${what}`);
    await sleep(everyMs);
  }
}
