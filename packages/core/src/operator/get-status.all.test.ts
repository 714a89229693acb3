import { randomUUID } from 'node:crypto';

import { statusLines, type VisitSign } from '@goal/contract';
import { distribute } from '@goal/db';
import { freshDatabase, openPatientDatabase, pretendCitus, startRedis } from '@goal/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { openWorld, type EventWorld } from '../../test/event-world.ts';
import { defaultSettings } from '../core.ts';
import { openStreamCipher } from '../stream/sink/stream-cipher.ts';
import { getStatus } from './get-status.ts';
import { noteInstance } from './instances.ts';

let world: EventWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

test('R§9.1 R§2.6 status says whether rate limits are shared through Redis, and lists an unreachable Redis as a problem', async () => {
  const look = async (redisUrl: string | undefined) => {
    const status = await getStatus({ db: world.db, settings: { ...defaultSettings, redisUrl } });
    const line = statusLines(status).find(([label]) => label === 'Redis')?.[1];
    return [line, status.concerns.filter((one) => one.includes('Redis'))];
  };
  expect(await look(undefined)).toEqual([['none: each instance applies rate limits by itself'], []]);
  const redis = await startRedis();
  try {
    expect(await look(redis.url)).toEqual([['reachable: rate limits are shared'], []]);
    await redis.kill();
    expect(await look(redis.url)).toEqual([
      ['out of reach: ECONNREFUSED'],
      ['Redis is out of reach: each instance applies rate limits by itself.'],
    ]);
  } finally {
    await redis.stop();
  }
});

test('R§9.1 status names the workers of Citus, their shards and imbalance, and what each of them needs', async () => {
  expect((await getStatus({ db: world.db, settings: defaultSettings })).citus).toBeNull();
  const database = await freshDatabase();
  await pretendCitus(database.url, [
    { port: 5001, bytes: 3_000_000 },
    { port: 5002, bytes: 1_000_000 },
  ]);
  await distribute(database.url, { isDryRun: false });
  const db = openPatientDatabase({ url: database.url });
  try {
    const look = async () => {
      const status = await getStatus({ db, settings: defaultSettings });
      const lines = statusLines(status).find(([label]) => label === 'Citus')?.[1];
      return { lines, concerns: status.concerns.filter((one) => one.includes('Citus')) };
    };
    expect(await look()).toEqual({
      lines: [
        '32 shards on 2 workers, the largest holds 1.50 × the mean',
        'worker.example:5001: 16 shards, 3 MB',
        'worker.example:5002: 16 shards, 1 MB',
      ],
      concerns: [],
    });
    await db.work.query(`update paper.worker set is_away = true where port = 5001`);
    await db.work.query(`insert into paper.worker (host, port, is_away, is_stubborn, bytes, settings)
      select host, 5003, false, false, 0, settings from paper.worker where port = 5002`);
    await db.work.query(`update paper.worker set settings = settings - 'jit' where port = 5002`);
    expect(await look()).toEqual({
      lines: [
        '32 shards on 3 workers, the largest holds 2.00 × the mean',
        'worker.example:5001 is AWAY, with 16 shards',
        'worker.example:5002: 16 shards, 1 MB',
        'worker.example:5003: 0 shards, 0 MB',
      ],
      concerns: [
        'The worker worker.example:5001 of Citus is away: the accounts on it are answered with 503.',
        'The worker worker.example:5002 of Citus lacks settings (jit) and may choose slow plans: goal migrate --distribute.',
        'The worker worker.example:5003 of Citus holds no shard: SELECT citus_rebalance_start(); as a superuser moves some there.',
      ],
    });
    // As a statement fails that asks all machines.
    await db.work.query(`create function fail() returns int language plpgsql as $$ begin
        raise 'connection to the remote node worker.example:5001 failed'; end $$;
      alter table log_head rename to log_head_there; create view log_head as select fail() as account`);
    // Its sessions prepare their statements from now on.
    const later = openPatientDatabase({ url: database.url, topology: 'citus' });
    const status = await getStatus({ db: later, settings: defaultSettings });
    await later.close();
    expect(status.concerns).toContain(
      'The worker worker.example:5001 of Citus is away: the accounts on it are answered with 503.',
    );
    expect(statusLines(status)).toContainEqual(['Signed logs', ['not known: not all workers of Citus answered']]);
  } finally {
    await db.close();
    await database.drop();
  }
});

test('R§9.1 R§10.8 status says what visits of the dashboard say to the instances that are alive', async () => {
  const look = async () => {
    const { concerns } = await getStatus({ db: world.db, settings: defaultSettings });
    return concerns.filter((one) => one.includes('TRUSTED_PROXIES')).map((one) => one.split(' ')[0]);
  };
  const note = (id: string, visits?: VisitSign) =>
    noteInstance(world, { id, kind: 'server', ...(visits === undefined ? {} : { visits }) });
  const [one, another] = [randomUUID(), randomUUID()];
  await note(one);
  expect(await look()).toEqual([]);
  await note(one, 'one_proxy');
  await note(another, 'header_missing');
  expect(await look()).toEqual(['Visitors', 'All']);
  await note(another, 'one_proxy');
  expect(await look()).toEqual(['All']);
  await note(one, 'nothing');
  await world.db.work.query(`update instance set seen_at = seen_at - interval '2 minutes' where id = $1`, [another]);
  expect(await look()).toEqual([]);
});

test('R§9.1 R§15.7 R§13.6 status counts the streams of all accounts, and says when they rest, when most of them fail and when one waits; legal holds are there only where some run', async () => {
  const database = await freshDatabase();
  const db = openPatientDatabase({ url: database.url });
  const look = async () => {
    const status = await getStatus({ db, settings: defaultSettings });
    const lines = statusLines(status).find(([label]) => label === 'Streams')?.[1];
    return { lines, concerns: status.concerns.filter((one) => /stream/.test(one)) };
  };
  try {
    expect(await look()).toEqual({ lines: ['0 active, 0 failing, 0 paused, 0 switched off'], concerns: [] });
    // States that take hours to arise, for one account whose tail has a commit of ten minutes ago.
    await db.work.query(`insert into account (email, plan) values ('a@example.com', 'pro')`);
    await db.work.query(`insert into stream (account_no, name, sink, sealed, era, seq, status, paused_by, failing_since)
      select a.no, 's' || n, '{"type": "webhook"}', '', 1, 0, case when n < 8 then 'active' when n < 11 then 'paused' else 'disabled' end,
        case n when 8 then 'customer' when 9 then 'restore' when 10 then 'failover' end,
        case when n between 2 and 7 then timestamptz '2026-01-31 12:00:00+00' end
      from account a, generate_series(1, 11) n`);
    await db.work.query(`insert into stream_set_aside (stream_no, event_id) select min(no), 7 from stream`);
    expect(await look()).toEqual({
      lines: [
        '1 active, 6 failing, since 2026-01-31T12:00:00.000Z, 1 paused, 1 switched off',
        '2 at rest since the database was restored or failed over',
        '1 events set aside',
      ],
      concerns: [
        '2 streams at rest since the database was restored or failed over: after a failover goal worker --confirm, after a restore a resume of each.',
        'Most streams fail, the first since 2026-01-31T12:00:00.000Z: look at the way out of this network.',
      ],
    });
    await db.work.query(`delete from stream where status <> 'active' or failing_since is not null`);
    await db.work.query(
      `insert into tail (account, seq, first_id, last_id, at) select no, 1, 1, 1, clock_timestamp() - interval '10 minutes' from account`,
    );
    const { lines, concerns } = await look();
    // Nothing of the database opens what they keep sealed.
    expect(lines?.at(-1)).toMatch(/^the oldest event waits for 60\d s$/);
    expect(concerns).toEqual([expect.stringMatching(/^An event has waited 60\d s for a stream that does not fail/)]);
    const sealWith = async (secrets: string[]) => {
      const [stream] = await db.prisma.stream.findMany({ select: { rowId: true, id: true } });
      const sealed = new Uint8Array(await openStreamCipher(db, secrets).seal(stream?.id ?? '', { signing: 'secret' }));
      await db.prisma.stream.updateMany({ where: { rowId: stream?.rowId ?? 0 }, data: { sealed } });
      const status = await getStatus({ db, settings: defaultSettings });
      return [status.streams.key_kept, (await look()).lines?.at(-1)];
    };
    const kept = 'the key that seals their secrets is in the database';
    expect(await sealWith([])).toEqual(['database', kept]);
    expect(await sealWith(['a secret of the environment, 32 long'])).toEqual([
      'environment',
      expect.not.stringMatching(kept),
    ]);
    const holds = async () => {
      const status = await getStatus({ db, settings: defaultSettings });
      return [status.legal_holds, statusLines(status).find(([label]) => label === 'Legal holds')?.[1]];
    };
    await db.work.query(`insert into legal_hold (account_no, reason, actor_kind, actor, ended_at)
      select no, 'case', 'operator', 'x', case n when 3 then now() end from account, generate_series(1, 3) n`);
    expect(await holds()).toEqual([
      { running: 2, accounts: 1 },
      ['2 in 1 account: nothing that they cover is deleted'],
    ]);
    await db.work.query('delete from legal_hold where ended_at is null');
    expect(await holds()).toEqual([undefined, undefined]);
  } finally {
    await db.close();
    await database.drop();
  }
});

test('R§9.1 a database that answers but refuses writes, as with a full disk, needs attention', async () => {
  const frozen = openPatientDatabase({ url: world.url, settings: { default_transaction_read_only: 'on' } });
  try {
    expect((await getStatus({ db: frozen, settings: defaultSettings })).concerns).toContain(
      'The database refuses writes: cannot execute CREATE TABLE AS in a read-only transaction.',
    );
  } finally {
    await frozen.close();
  }
});

test('R§9.1 a table outside of the write-ahead log needs attention, with the statement that mends it', async () => {
  const risks = async () =>
    (await getStatus({ db: world.db, settings: defaultSettings })).concerns.filter((one) => one.includes('TABLE'));
  expect(await risks()).toEqual([]);
  await world.db.work.query('alter table site_arrival set unlogged');
  expect(await risks()).toEqual([
    'What is acknowledged may be lost: a crash of PostgreSQL empties what is outside of its write-ahead log (TABLE site_arrival). Run ALTER TABLE site_arrival SET LOGGED;',
  ]);
  await world.db.work.query('alter table site_arrival set logged');
  expect(await risks()).toEqual([]);
});
