import { openEventServices } from '@goal/core';
import { openDatabase, sealerName, serverName } from '@goal/db';
import type pg from 'pg';

import type { Goal, Result } from '../report.ts';
import { median } from '../statistics.ts';
import { forEachConcurrently } from '../world/concurrently.ts';
import { batchOf, eventMaker } from '../world/events.ts';
import type { Call } from '../world/http.ts';
import { hasProcessorTimes, processorTime } from '../world/processes.ts';
import { pick, type Random } from '../world/random.ts';
import { sitesForSingles, withoutLogs, type ProofSide, type ProofWorld } from './world.ts';

const rounds = 5;
type Load = { what: string; requests: number; connections: number; events: number; goal: Goal };
const loads: readonly Load[] = [
  {
    what: 'batches of 1,000 on 4 connections',
    requests: 30,
    connections: 4,
    events: 1000,
    goal: { atMost: 0.5, aim: '0.4' },
  },
  { what: 'single events on 32 connections', requests: 4000, connections: 32, events: 1, goal: { atMost: 0.15 } },
];

const ownName = 'goal (bench)';
/** The names of the sessions of a service, and of what seals here. */
const sessions = { service: serverName, sealer: sealerName(ownName) };

/** Milliseconds of processor time: of a process, and of its sessions in the database. */
type Spent = { process: number; database: number };
type Round = Record<'sealing' | 'storing', Spent>;

/**
 * Compares the processor time of sealing events with that of storing them, alternating: a service
 * that keeps no logs stores them, and then this process seals them, so that nothing is counted on
 * both sides. What PostgreSQL does for all sessions together, such as its checkpoints, is on none.
 */
export async function measureCost({ openSide, random, progress }: ProofWorld): Promise<Result[]> {
  const titleOf = ({ what }: Load): string => `processor time of sealing ÷ of storing, ${what}`;
  if (!hasProcessorTimes())
    return loads.map((load) => ({ what: titleOf(load), figures: '', ratios: [], needs: 'Linux' }));
  const side = await openSide('proof_cost', { sites: sitesForSingles, environment: withoutLogs });
  const db = openDatabase({ url: side.url, name: ownName });
  const services = await openEventServices(db);
  const seal = async (): Promise<number> => (await services.log.seal(side.account.rowId)).events;
  const results: Result[] = [];
  try {
    // The log begins.
    await seal();
    for (const load of loads) {
      const found: Round[] = [];
      for (let round = 0; round <= rounds; round += 1) {
        const one = await measureRound(side, load, { seal, random });
        // Round 0 warms up.
        if (round > 0) found.push(one);
        progress(`${load.what}, round ${round} of ${rounds}`);
      }
      results.push({
        what: titleOf(load),
        figures: figuresOf(found, load),
        ratios: found.map(({ sealing, storing }) => sumOf(sealing) / sumOf(storing)),
        goal: load.goal,
        details: { rounds: found },
      });
    }
  } finally {
    await services.close();
    await db.close();
    await side.stop();
  }
  return results;
}

async function measureRound(
  { http, plain, sites, service }: ProofSide,
  { requests, connections, events }: Load,
  { seal, random }: { seal: () => Promise<number>; random: Random },
): Promise<Round> {
  const make = eventMaker(random);
  const calls = Array.from({ length: requests }, (): Call => {
    const { token, domain } = pick(random, sites);
    const body = events === 1 ? JSON.stringify(make(Date.now())) : batchOf(make, events, Date.now() - 1000, Date.now());
    return { method: 'POST', path: '/events', token, domain, body };
  });
  const storing = await spentBy(plain, { pid: service.pid, name: sessions.service }, () =>
    forEachConcurrently(calls, connections, async (call) => void (await http.send(call))),
  );
  let sealed = 0;
  const sealing = await spentBy(plain, { pid: process.pid, name: sessions.sealer }, async () => {
    sealed = await seal();
  });
  if (sealed !== requests * events) throw new Error(`${sealed} of ${requests * events} events were sealed`);
  return { sealing, storing };
}

/** The processor time that work took of a process and of the sessions of that name. */
async function spentBy(
  plain: pg.Pool,
  { pid, name }: { pid: number; name: string },
  work: () => Promise<void>,
): Promise<Spent> {
  const look = async () => {
    const { rows } = await plain.query<{ pid: number }>(
      'SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1',
      [name],
    );
    return { process: processorTime(pid), sessions: new Map(rows.map((row) => [row.pid, processorTime(row.pid)])) };
  };
  const before = await look();
  await work();
  const after = await look();
  if (after.sessions.size === 0) throw new Error(`no session is named ${name}`);
  const database = [...after.sessions].reduce((sum, [one, ms]) => sum + ms - (before.sessions.get(one) ?? 0), 0);
  return { process: after.process - before.process, database };
}

const sumOf = ({ process: own, database }: Spent): number => own + database;

function figuresOf(found: readonly Round[], { requests, events }: Load): string {
  const micros = (side: keyof Round, part: keyof Spent): string =>
    ((median(found.map((round) => round[side][part])) * 1000) / (requests * events)).toFixed(1);
  const both = (side: keyof Round): string => `(${micros(side, 'process')} + ${micros(side, 'database')})`;
  return `${both('sealing')} ÷ ${both('storing')} µs an event, of the service + of PostgreSQL`;
}
