import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { openEventServices, type ThreadData } from '@goal/core';
import { embeddedUrl, openPatientDatabase } from '@goal/db/testing';
import { verifyBundle } from '@goal/signed-log';
import { runningSha256, sha256, verifySignature } from '@goal/signed-log/node';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';

import { makeEvent, type Account, type Site } from './harness/factory.ts';
import { endAll, openProcesses, until, type Processes, type ServerProcess } from './processes.ts';

const sealersAtOnce = 20;
const sealersOfProcess = 4;
const rounds = 12;
/** Rounds in which the database is killed with everything else. */
const lost = new Set([4, 8]);
/** The name of the sealers' sessions. */
const application = 'goal-many-sealers';
const program = new URL('../dist/bundle/sealer.js', import.meta.url).href;
const child = fileURLToPath(new URL('./processes/sealing-process.mjs', import.meta.url));

let processes: Processes;
beforeAll(() => {
  processes = openProcesses();
});
afterAll(() => processes.end());

type Writing = { isOver: boolean; isGivenUp: boolean };
/** Sends events until it is over, and resends each until it is acknowledged or all is given up. */
async function write(server: () => ServerProcess, site: Site, writing: Writing): Promise<string[]> {
  const acknowledged: string[] = [];
  while (!writing.isOver) {
    const uuids = Array.from({ length: 1 + Math.floor(Math.random() ** 4 * 200) }, () => randomUUID());
    const body = { events: uuids.map((event_uuid) => makeEvent({ event_uuid })) };
    const options = { token: site.token, domain: site.domain, body, allow5xx: true };
    const send = async (): Promise<boolean> =>
      (
        await server()
          .call('POST', '/events', options)
          .catch(() => undefined)
      )?.status === 200;
    while (!writing.isGivenUp && !(await send())) await sleep(50);
    acknowledged.push(...uuids);
    await sleep(Math.random() * 100);
  }
  return acknowledged;
}

/** Lets the database keep each checkpoint that is committed. Returns what sealers need. */
async function keepCheckpoints(url: string): Promise<{ identity: string; accounts: number[] }> {
  const db = openPatientDatabase({ url, sizes: { work: 1 } });
  const events = await openEventServices(db);
  try {
    await db.work.query(`create table signed (origin text, checkpoint text);
      create function keep_signed() returns trigger language plpgsql as $$ begin
        insert into signed values (new.origin, new.checkpoint); return null; end $$;
      create trigger keep_signed after insert or update on log_head for each row execute function keep_signed()`);
    const { rows } = await db.work.query<{ no: number }>('select no from account');
    return { identity: events.tail.identity, accounts: rows.map(({ no }) => no) };
  } finally {
    await events.close();
    await db.close();
  }
}

/** Sessions of sealers; each has one or two. */
async function sessionsOf(url: string): Promise<number> {
  const db = openPatientDatabase({ url, sizes: { work: 1 } });
  try {
    const { rowCount } = await db.work.query('select from pg_stat_activity where starts_with(application_name, $1)', [
      application,
    ]);
    return rowCount ?? 0;
  } finally {
    await db.close();
  }
}

type Stored = { checkpoints: string[]; ids: number[]; uuids: string[] };
async function stored(url: string, account: Account): Promise<Stored> {
  const db = openPatientDatabase({ url, sizes: { work: 1 } });
  try {
    const { rows: events } = await db.work.query<{ id: number; uuid: string }>(
      `select id, event_uuid::text as uuid from event where account = (select no from account where id = $1) order by id`,
      [account.id],
    );
    const { rows: signed } = await db.work.query<{ checkpoint: string }>(
      `select distinct s.checkpoint from signed s join log_head h on h.origin = s.origin
       where h.account = (select no from account where id = $1)`,
      [account.id],
    );
    return {
      checkpoints: signed.map(({ checkpoint }) => checkpoint),
      ids: events.map(({ id }) => id),
      uuids: events.map(({ uuid }) => uuid),
    };
  } finally {
    await db.close();
  }
}

async function* piecesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

/** The ids of the events that a bundle shows. */
const idsIn = (text: string): number[] =>
  text.split('\n').flatMap((line) => {
    if (!line.includes(',"event":')) return [];
    const { event } = JSON.parse(line) as { event: { id: number } }; // an event of a bundle that verifies
    return [event.id];
  });

it(`${sealersAtOnce} sealers at once, whose processes and database are killed, lose no leaf and write none twice, and every checkpoint that was ever signed lies in the log`, async () => {
  const folder = processes.filledFolder();
  const url = embeddedUrl(folder);
  const start = () => processes.start({ folder, env: { SEAL_SECONDS: '1' } });
  let server = await start();
  const make = await processes.admin(server, url);
  const accounts = [await make.makeAccount({ plan: 'agency' }), await make.makeAccount({ plan: 'agency' })];
  const sites = await Promise.all(accounts.flatMap((account) => [make.makeSite(account), make.makeSite(account)]));
  const { identity, accounts: rowIds } = await keepCheckpoints(url);
  const data: ThreadData = {
    databaseUrl: url,
    application,
    topology: 'plain',
    identity,
    origin: 'goal.invalid',
    seeds: [],
    dataDir: folder,
    seconds: 0.02,
  };
  const given = JSON.stringify({ program, threads: sealersOfProcess, accounts: rowIds, data });
  const launch = (): ChildProcess => spawn(process.execPath, [child, given], { cwd: folder, stdio: 'ignore' });
  const sealers = Array.from({ length: sealersAtOnce / sealersOfProcess }, launch);
  const kill = async (nth: number): Promise<void> => {
    const former = sealers[nth];
    if (former?.exitCode === null && former.signalCode === null) {
      former.kill('SIGKILL');
      await once(former, 'exit');
    }
    sealers[nth] = launch();
  };
  const turn: Writing = { isOver: false, isGivenUp: false };
  onTestFinished(() => {
    Object.assign(turn, { isOver: true, isGivenUp: true });
    for (const sealer of sealers) sealer.kill('SIGKILL');
  });
  const writing = sites.map((site) => write(() => server, site, turn));
  const signed = async (): Promise<number> =>
    (await Promise.all(accounts.map((account) => stored(url, account)))).reduce(
      (sum, one) => sum + one.checkpoints.length,
      0,
    );
  for (let round = 0; round < rounds; round += 1) {
    await until(
      async () => (await sessionsOf(url)) >= sealersAtOnce,
      () => server.printed(),
      500,
    );
    const before = await signed();
    await until(
      async () => (await signed()) > before + 10,
      () => server.printed(),
      500,
    );
    await sleep(Math.random() * 300);
    if (lost.has(round)) {
      endAll(folder);
      await server.ended;
      server = await start();
      for (const nth of sealers.keys()) await kill(nth);
    } else await Promise.all([kill(round % sealers.length), kill((round + 2) % sealers.length)]);
  }
  turn.isOver = true;
  const acknowledged = (await Promise.all(writing)).flat();
  for (const sealer of sealers) sealer.kill('SIGKILL');
  const all: string[] = [];
  for (const account of accounts) {
    const { text } = await server.call('GET', '/account/log/bundle', { token: account.token });
    const { checkpoints, ids, uuids } = await stored(url, account);
    all.push(...uuids);
    expect(checkpoints.length).toBeGreaterThan(rounds);
    const verdict = await verifyBundle(piecesOf(text), {
      crypto: { sha256, runningSha256, verifySignature },
      checkpoints,
    });
    expect(verdict).toMatchObject({ fault: null, verified: true, events: { kept: ids.length } });
    expect(verdict.checkpoints_met).toHaveLength(checkpoints.length);
    expect(idsIn(text).toSorted((a, b) => a - b)).toEqual(ids);
  }
  expect(all.toSorted()).toEqual(acknowledged.toSorted());
  expect((await server.end()).code).toBe(0);
});
