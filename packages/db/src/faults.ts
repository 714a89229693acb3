import { Overload } from '@goal/fairness';

import type { Topology } from './topology.ts';

/** The code and words of one error. pg, Prisma and Node store them in different properties. */
type Sign = { codes: string[]; message: string; constraint: string | undefined };

/** States of a server that is out of reach, full, starting, stopping, read-only or too slow. */
const unavailableStates = /^(08...|25006|28...|57P0[1235]|57014|25P0[34]|55P03|53...|58...)$/;
const unavailableCodes = new Set(
  [
    // Node's sockets and names
    'ECONNREFUSED ECONNRESET ECONNABORTED EPIPE ETIMEDOUT EHOSTUNREACH EHOSTDOWN ENETUNREACH ENETDOWN EADDRNOTAVAIL ENOTFOUND EAI_AGAIN',
    // Prisma: login refused, unreachable, timed out, closed, TLS, pool full, no transaction in
    // time, too many connections
    'P1000 P1001 P1002 P1008 P1011 P1017 P2024 P2028 P2037',
    // Error kinds of Prisma's driver adapters
    'AuthenticationFailed DatabaseNotReachable ConnectionClosed SocketTimeout TooManyConnections TlsConnectionError',
  ].flatMap((line) => line.split(' ')),
);
/**
 * pg and its pool throw plain errors, which differ only in their messages. So do Citus's errors
 * about its other machines, whose code is that of any internal error.
 */
const unavailableWords =
  /^(failure on connection marked as essential|connection to the remote node|connection establishment for node|could not establish any connections to the node|could not commit transaction for shard|Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout|timeout expired|timeout exceeded when trying to connect|Cannot use a pool after calling end|SASL: )/;

/**
 * True for every error that means «the database is out of reach, restarting, or does not answer in
 * time», to which the API answers 503. Reads errors of pg, of its pool and of Prisma, with their
 * causes.
 */
export function isUnavailable(error: unknown): boolean {
  return (
    isOverload(error) ||
    signsOf(error).some(
      ({ codes, message }) =>
        codes.some((code) => unavailableCodes.has(code) || unavailableStates.test(code)) ||
        unavailableWords.test(message),
    )
  );
}

/** States in which the database says that it undid the transaction. 40003 is «unknown». */
const undoneStates = /^(?!40003)((0A|21|22|23|25|40|42|44|54|55|P0)...|XX00[12])$/;
/** Any internal error. Citus has no other state for a commit that one of its machines broke off. */
const internalError = 'XX000';

/**
 * True if nothing of the transaction was stored, for sure: the database said so, or nothing was
 * sent. Anything else, such as an end of the connection in words that nobody knows, may come behind
 * a commit.
 */
export function isUndone(error: unknown, topology: Topology): boolean {
  if (error instanceof TypeError || error instanceof RangeError) return true;
  const isState = (code: string): boolean =>
    undoneStates.test(code) || (topology === 'plain' && code === internalError);
  return signsOf(error).some(({ codes }) => codes.some(isState));
}

/** True if the statement exceeded its own time limit. */
export function isTimeout(error: unknown): boolean {
  return signsOf(error).some(({ codes }) => codes.includes('57014'));
}

/** A statement exceeded its time limit or waited too long for a lock. The database answers. */
export function isOutOfTime(error: unknown): boolean {
  return signsOf(error).some(({ codes }) => codes.includes('57014') || codes.includes('55P03'));
}

/** A statement was not sent: the request had cost too much, or others were first. */
export function isOverload(error: unknown): boolean {
  for (let one = error, depth = 0; one instanceof Error && depth < 5; one = one.cause, depth += 1)
    if (one instanceof Overload) return true;
  return false;
}

/** The constraint or index that a duplicate violated; `undefined` for any other error. */
export function uniqueViolation(error: unknown): string | undefined {
  const signs = signsOf(error);
  const duplicate = signs.some(({ codes }) => codes.includes('23505') || codes.includes('P2002'));
  return duplicate ? signs.find(({ constraint }) => constraint)?.constraint : undefined;
}

/** True if the user lacks a right, in whatever language the database says so. */
export function isDenied(error: unknown): boolean {
  return signsOf(error).some(({ codes }) => codes.includes('42501'));
}

/** True if the transaction lost against another one and may succeed when it runs again. */
export function isConflict(error: unknown): boolean {
  return signsOf(error).some(({ codes }) =>
    codes.some((code) => ['40001', '40P01', 'P2034', 'TransactionWriteConflict'].includes(code)),
  );
}

/** The signs of an error and of all below it: causes, AggregateError, Prisma's `meta`. */
function signsOf(error: unknown): Sign[] {
  const signs: Sign[] = [];
  const seen = new Set<object>();
  const open: unknown[] = [error];
  while (open.length > 0 && seen.size < 20) {
    const next = open.shift();
    if (typeof next !== 'object' || next === null || seen.has(next)) continue;
    seen.add(next);
    const field = (name: string): unknown => Reflect.get(next, name);
    signs.push({
      codes: ['code', 'errorCode', 'originalCode', 'kind'].map(field).filter((code) => typeof code === 'string'),
      message: text(field('message')) ?? '',
      constraint: text(field('constraint')) ?? text(field('index')),
    });
    open.push(field('cause'), field('meta'), field('driverAdapterError'), field('constraint'));
    const parts = field('errors');
    if (Array.isArray(parts)) open.push(...parts.slice(0, 5));
  }
  return signs;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
