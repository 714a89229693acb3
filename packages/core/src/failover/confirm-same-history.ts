import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { Prisma, transaction, type Tx } from '@goal/db';

import type { Core } from '../core.ts';
import type { Actor } from '../ground/actor.ts';
import { confirmIn, findHold } from '../retention/hold.ts';
import { noteOverdue } from '../retention/note-overdue.ts';
import { identityOf } from '../tail/incarnation.ts';
import type { Remembered, TimelineEnds } from './acknowledged.ts';
import { judgeAnswers, lostWords, missing, type Answer } from './judge-answers.ts';
import { readHistory, readIdentity } from './timelines.ts';

/** The verdict: since when nothing is vouched for by time alone, or why it is not confirmed. */
export type HistoryVerdict = { confirmed: true; until: Date; processes: number } | { confirmed: false; why: string };

type HistoryCore = Pick<Core, 'db' | 'settings'>;

export const historyFunction = `CREATE FUNCTION goal_timeline_history() RETURNS text LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog AS
  $$ SELECT pg_read_file('pg_wal/' || left(pg_walfile_name(pg_current_wal_lsn()), 8) || '.history') $$`;

/**
 * Ends the hold of retention after a failover that kept everything, and lets tails go on where they
 * stood. It asks all processes what they acknowledged on the former primary, and compares it with
 * the history of this one (docs/decisions/073-failover.md). In any doubt it changes nothing. It
 * waits `answersMs` for them, which look every second.
 */
export async function confirmSameHistory(
  core: HistoryCore,
  actor: Actor,
  { answersMs = 10_000 } = {},
): Promise<HistoryVerdict> {
  const refuse = (why: string): HistoryVerdict => ({ confirmed: false, why });
  if ((await findHold(core))?.reason !== 'another database')
    return refuse('retention is not held for another database');
  if ((await core.db.topology()) === 'citus') return refuse('each machine of Citus has a history of its own');
  const ends = await endsOf(core);
  if (typeof ends === 'string') return refuse(ends);
  const answers = await ask(core, ends, answersMs);
  const judged = judgeAnswers(answers, ends);
  if ('refused' in judged) return refuse(judged.refused);
  if (!(await haveCommitted(core, judged.xids))) return refuse(lostWords);
  const overdue = await noteOverdue(core);
  const identity = await identityOf(core.db);
  const until = new Date(judged.until);
  const more = { same_history: true, until: until.toISOString(), processes: answers.length };
  const isConfirmed = await transaction(core.db, async (tx) => {
    const hold = await confirmIn(tx, { identity, actor, overdue, more });
    if (hold !== undefined) await keepIncarnations(tx, identity, ends);
    return hold !== undefined;
  });
  return isConfirmed ? { confirmed: true, until, processes: answers.length } : refuse('the hold has just ended');
}

/** The ends of the timelines since the last pass, or why this database is not their successor. */
async function endsOf({ db }: HistoryCore): Promise<TimelineEnds | string> {
  const expression = await identityOf(db);
  const { rows } = await db.work.query<{ before: string; now: string; oid: number | null }>(
    `select identity as before, ${expression} as now, to_regprocedure('goal_timeline_history()')::oid as oid from retention_state`,
  );
  const [row] = rows;
  const before = readIdentity(row?.before ?? '');
  const now = readIdentity(row?.now ?? '');
  if (row === undefined || before === undefined || now === undefined)
    return 'the database does not say which cluster and timeline it is';
  if (before.cluster !== now.cluster || before.place !== now.place)
    return 'this is a restored copy, or another database';
  if (row.oid === null)
    return `the database lacks the function that reads its history. As a superuser, in this database:\n${historyFunction}`;
  const asked = await db.work.query<{ history: string }>('select goal_timeline_history() as history');
  const history = readHistory(asked.rows[0]?.history ?? '');
  const first = history.findIndex(({ timeline }) => timeline === before.timeline);
  if (first === -1) return 'this primary does not descend from the former one';
  return Object.fromEntries(history.slice(first).map(({ timeline, end }) => [`${now.cluster} ${timeline}`, end]));
}

/** Asks all processes, and waits until those that are known to have run have answered. */
async function ask({ db }: HistoryCore, ends: TimelineEnds, answersMs: number): Promise<Answer[]> {
  const id = randomUUID();
  await db.work.query('update retention_state set question = $1::jsonb', [JSON.stringify({ id, ends })]);
  const deadline = performance.now() + answersMs;
  for (;;) {
    const { rows } = await db.work.query<{ instance: string; lives: Remembered[] | null; running: boolean }>(
      `select id::text as instance, case when answer ->> 'question' = $1 then answer -> 'lives' end as lives,
         seen_at > clock_timestamp() - interval '1 minute' as running from instance`,
      [id],
    );
    const answers = rows.flatMap(({ instance, lives }) => (lives === null ? [] : [{ instance, lives }]));
    const isWhole =
      answers.length > 0 &&
      missing(
        answers,
        answers.flatMap(({ lives }) => lives),
      ).length === 0 &&
      rows.every(({ running, lives }) => !running || lives !== null);
    if (isWhole || performance.now() > deadline) {
      await db.work.query('update retention_state set question = null');
      return answers;
    }
    await sleep(200);
  }
}

/** One that is too old to be asked for was seen when it had committed. */
async function haveCommitted({ db }: HistoryCore, xids: number[]): Promise<boolean> {
  const { rows } = await db.work.query<{ lost: boolean }>(
    `select exists (select from unnest($1::text[]) x where pg_xact_status(x::xid8) <> 'committed') as lost`,
    [xids.map(String)],
  );
  return rows[0]?.lost === false;
}

/** Makes positions of the incarnations since the last pass valid again. */
async function keepIncarnations(tx: Tx, expression: string, ends: TimelineEnds): Promise<void> {
  const now = Prisma.raw(expression);
  const timelines = Object.keys(ends);
  const place = Prisma.sql`substr(${now}, length(${timelines[0] ?? ''}) + 1)`;
  await tx.$executeRaw`
    UPDATE tail_era SET
      also = also || coalesce((SELECT array_agg(x.value::bigint) FROM jsonb_array_elements(former) f,
        jsonb_array_elements_text(f -> 'eras') x
        WHERE f ->> 'identity' IN (SELECT t || ${place} FROM unnest(${timelines}::text[]) t)), '{}'),
      identity = ${now}
    WHERE identity = ${now} OR identity IN (SELECT t || ${place} FROM unnest(${timelines}::text[]) t)`;
}
