import { createHash } from 'node:crypto';

import { DomainError, limits } from '@goal/contract';
import { Prisma, type Tx } from '@goal/db';

import type { Db } from '../ground/db.ts';

/** What is braked (rulings §10.8). */
export type BrakeKind = keyof typeof limits.brakes;

/** One brake: its kind, and the e-mail, person or address that it is about. */
export type Brake = { kind: BrakeKind; about: string };

/** A brake that is spent, as `rate_limited`. The metrics count it by its kind. */
export class Braked extends DomainError {
  constructor(
    readonly brake: BrakeKind,
    retryAfter: number,
  ) {
    super('rate_limited', { retryAfter });
  }
}

/** SHA-256, so that the table holds no e-mail and no address. */
const subjectOf = ({ kind, about }: Brake): Uint8Array =>
  new Uint8Array(createHash('sha256').update(`${kind} ${about}`).digest());

/**
 * Spends one try. The database counts in one statement, so the brake is exact over instances and
 * restarts (rulings §10.8). Throws `rate_limited` with the seconds until the next try.
 */
export async function spendTry({ db }: Db, brake: Brake): Promise<void> {
  if (await trySpending({ db }, brake)) return;
  const { text, values } = waitOf(brake);
  const { rows } = await db.work.query<Wait>(text, values);
  throw new Braked(brake.kind, rows[0]?.seconds ?? 1);
}

/** As `spendTry`, within a transaction: what is rolled back has spent nothing. */
export async function spendTryWithin(tx: Tx, brake: Brake): Promise<void> {
  if ((await tx.$executeRaw(spendingOf(brake))) === 1) return;
  const [wait] = await tx.$queryRaw<Wait[]>(waitOf(brake));
  throw new Braked(brake.kind, wait?.seconds ?? 1);
}

type Wait = { seconds: number };

/** The statement that finds the seconds until a spent brake has a try again. */
function waitOf(brake: Brake): Prisma.Sql {
  const { burst, hourly } = limits.brakes[brake.kind];
  return Prisma.sql`
    SELECT ceil(greatest(1, (greatest(0, spent - extract(epoch FROM clock_timestamp() - at)::float8 * ${hourly}::float8 / 3600)
      + 1 - ${burst}::float8) * 3600 / ${hourly}::float8))::int AS seconds
    FROM brake WHERE subject = ${subjectOf(brake)}`;
}

/** The statement that spends one try, and changes no row where there is none. */
export function spendingOf(brake: Brake): Prisma.Sql {
  const { burst, hourly } = limits.brakes[brake.kind];
  const spent = Prisma.sql`greatest(0, b.spent - extract(epoch FROM clock_timestamp() - b.at)::float8 * ${hourly}::float8 / 3600) + 1`;
  return Prisma.sql`
    INSERT INTO brake AS b VALUES (${subjectOf(brake)}, 1, clock_timestamp())
    ON CONFLICT (subject) DO UPDATE SET spent = ${spent}, at = clock_timestamp() WHERE ${spent} <= ${burst}::float8`;
}

/** Whether a brake has a try left. Spends none. */
export async function hasTry({ db }: Db, brake: Brake): Promise<boolean> {
  const { burst, hourly } = limits.brakes[brake.kind];
  const { text, values } = Prisma.sql`
    SELECT 1 FROM brake WHERE subject = ${subjectOf(brake)}
      AND greatest(0, spent - extract(epoch FROM clock_timestamp() - at)::float8 * ${hourly}::float8 / 3600) + 1 > ${burst}::float8`;
  return (await db.work.query(text, values)).rowCount === 0;
}

/** Spends one try and tells whether there was one. */
export async function trySpending({ db }: Db, brake: Brake): Promise<boolean> {
  const { text, values } = spendingOf(brake);
  return (await db.work.query(text, values)).rowCount === 1;
}

/**
 * Gives a try back after a success, so that an office behind one address can sign in on a Monday
 * (rulings §10.8).
 */
export async function giveTryBack({ db }: Db, brake: Brake): Promise<void> {
  await db.work.query('UPDATE brake SET spent = greatest(0, spent - 1) WHERE subject = $1', [subjectOf(brake)]);
}

/**
 * Gives back one try of each brake. It never fails: a try that cannot be given back costs the
 * visitor one try, and must hide neither a success, which happened, nor why something else failed.
 */
export async function giveTriesBack(core: Db, brakes: readonly Brake[]): Promise<void> {
  await Promise.all(brakes.map((brake) => giveTryBack(core, brake))).catch(() => {});
}

/**
 * Does `work` at the price of one try of each brake, in this order. What succeeds is given back,
 * and so is what was not judged because the service failed or is overloaded, and what was right and
 * came too often. Throws `rate_limited` before `work` begins (rulings §10.8).
 */
export async function withBrakes<T>(core: Db, brakes: readonly Brake[], work: () => Promise<T>): Promise<T> {
  for (const brake of brakes) await spendTry(core, brake);
  try {
    const result = await work();
    await giveTriesBack(core, brakes);
    return result;
  } catch (error) {
    const isRight = error instanceof Braked && error.brake === 'session';
    if (!(error instanceof DomainError) || error.status >= 500 || isRight) await giveTriesBack(core, brakes);
    throw error;
  }
}
