import { DomainError, limits, type BeganSession, type SessionView, type SignInWay } from '@goal/contract';
import { rows, type Tx } from '@goal/db';

import { transaction } from '../../ground/act.ts';
import type { Core } from '../../core.ts';
import type { Db } from '../../ground/db.ts';
import { memberActor, type MembershipPart, type SessionCredential } from '../../credential/credential.ts';
import { recordAction } from '../../ground/record-action.ts';
import { insertKey } from '../../key/insert-key.ts';
import { spendTryWithin } from '../brake.ts';
import type { Entry, PersonRef } from '../../person/person.ts';

/**
 * Begins a session of a person who has proven who they are (rulings §10.4), within the transaction
 * of that proof. Locks the person's row. Where the person has 100 live sessions, the one that was
 * used longest ago ends. Returns the token, which nobody can read later. Throws `rate_limited`
 * where the person has begun too many in this way (rulings §10.8).
 */
export async function beginSession(tx: Tx, { person, how, visitor }: Entry): Promise<BeganSession> {
  // This lock makes sign-ins of one person count one after the other.
  await tx.$executeRaw`UPDATE person SET seen_at = clock_timestamp() WHERE no = ${person.rowId}`;
  await brakeSessions(tx, person, how);
  await endSurplusSessions(tx, person);
  let expiresAt = new Date(0);
  const agent =
    visitor.userAgent === undefined ? null : [...visitor.userAgent].slice(0, limits.sessionAgentLength).join('');
  const { token, prefix } = await insertKey('session', async (data) => {
    const begun = await tx.$queryRaw<{ expires_at: Date }[]>`
      INSERT INTO session (prefix, hash, person_no, how, user_agent, expires_at)
      VALUES (${data.prefix}, ${data.hash}, ${person.rowId}, ${how}, ${agent}, clock_timestamp() + ${limits.session.days} * interval '1 day')
      ON CONFLICT (prefix) DO NOTHING RETURNING expires_at`;
    expiresAt = begun[0]?.expires_at ?? expiresAt;
    return { count: begun.length };
  });
  await recordAction(tx, memberActor({ person }), {
    action: 'session.begin',
    accountId: null,
    detail: { prefix, how },
  });
  return { token, expires_at: expiresAt.toISOString() };
}

/** Each way has its own, so that a stolen one keeps nobody out of the others. */
async function brakeSessions(tx: Tx, { rowId }: PersonRef, how: SignInWay): Promise<void> {
  if (how === 'invitation' || how === 'reset') return;
  await spendTryWithin(tx, { kind: 'session', about: `${how} ${rowId}` });
}

/** Ends what leaves no place for one more live session, and records each end. */
async function endSurplusSessions(tx: Tx, person: PersonRef): Promise<void> {
  const ended = await tx.$queryRaw<{ prefix: string }[]>`
    UPDATE session SET ended_at = clock_timestamp() WHERE no IN (
      SELECT no FROM session
      WHERE person_no = ${person.rowId} AND ended_at IS NULL AND expires_at > clock_timestamp()
        AND coalesce(last_used_at, created_at) > clock_timestamp() - ${limits.session.idleDays} * interval '1 day'
      ORDER BY coalesce(last_used_at, created_at) DESC, no DESC OFFSET ${limits.session.perPerson - 1})
    RETURNING prefix`;
  for (const { prefix } of ended)
    await recordAction(tx, memberActor({ person }), { action: 'session.end', accountId: null, detail: { prefix } });
}

/** The person's sessions that have not ended, newest first, without their secrets. */
export async function listSessions(
  { db, uses }: Core,
  { person, prefix: current }: SessionCredential,
): Promise<SessionView[]> {
  await uses.flushIfPossible();
  type Row = { prefix: string; how: SignInWay; user_agent: string | null; created_at: Date; last_used_at: Date | null };
  const { rows } = await db.work.query<Row>(
    `SELECT prefix, how, user_agent, created_at, last_used_at FROM session
     WHERE person_no = $1 AND ended_at IS NULL AND expires_at > now()
       AND coalesce(last_used_at, created_at) > now() - $2 * interval '1 day'
     ORDER BY created_at DESC, no DESC LIMIT $3`,
    [person.rowId, limits.session.idleDays, limits.session.perPerson],
  );
  return rows.map((row) => ({
    ...row,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
    current: row.prefix === current,
  }));
}

/**
 * Ends one of the person's sessions; it is refused from its next request on (rulings §10.4). Throws
 * `not_found` for an unknown, foreign or ended prefix.
 */
export async function endSession(core: Db, session: SessionCredential, prefix: string): Promise<void> {
  await transaction(core.db, async (tx) => {
    const ended = await tx.$executeRaw`
      UPDATE session SET ended_at = clock_timestamp()
      WHERE person_no = ${session.person.rowId} AND prefix = ${prefix} AND ended_at IS NULL`;
    if (ended === 0) throw new DomainError('not_found');
    await recordAction(tx, memberActor(session), { action: 'session.end', accountId: null, detail: { prefix } });
  });
}

/** Ends all sessions of the person but this one, and returns how many that were. */
export function endOtherSessions(core: Db, session: SessionCredential): Promise<number> {
  return transaction(core.db, async (tx) => {
    const ended = await endSessionsOf(tx, session.person.rowId, session.keyRowId);
    if (ended > 0)
      await recordAction(tx, memberActor(session), {
        action: 'session.end',
        accountId: null,
        detail: { others: ended },
      });
    return ended;
  });
}

/** Ends all sessions of a person, but for one where one is given. Returns how many. @public */
export function endSessionsOf(tx: Tx, personRowId: number, exceptRowId = 0): Promise<number> {
  return tx.$executeRaw`
    UPDATE session SET ended_at = clock_timestamp()
    WHERE person_no = ${personRowId} AND no <> ${exceptRowId} AND ended_at IS NULL`;
}

/** Notes that the person has just proven who they are (rulings §10.15). @public */
export async function confirmSession(tx: Tx, session: Pick<SessionCredential, 'keyRowId'>): Promise<string> {
  const [row] = await tx.$queryRaw<{ until: Date }[]>`
    UPDATE session SET confirmed_at = clock_timestamp() WHERE no = ${session.keyRowId}
    RETURNING confirmed_at + ${limits.session.confirmedMinutes} * interval '1 minute' AS until`;
  if (row === undefined) throw new DomainError('invalid_token');
  return row.until.toISOString();
}

/**
 * Notes when this session used the account, for «last here», and records its first use, once
 * (rulings §10.17 `member.enter`).
 */
export async function enterAccount(
  core: Db,
  session: SessionCredential,
  { account, group }: MembershipPart,
): Promise<void> {
  // No transaction: a later use must not make processes look all keys up again.
  const again = await rows<[1]>(core.db.work, {
    name: 'note a later use',
    text: 'UPDATE session_entry SET at = clock_timestamp() WHERE session_no = $1 AND account_no = $2 RETURNING 1',
    values: [session.keyRowId, account.rowId],
  });
  if (again.length > 0) return;
  await transaction(core.db, async (tx) => {
    const [entry] = await tx.$queryRaw<{ isFirst: boolean }[]>`
      INSERT INTO session_entry (session_no, account_no)
      SELECT s.no, a.no FROM session s, account a WHERE s.no = ${session.keyRowId} AND a.no = ${account.rowId}
      FOR KEY SHARE
      ON CONFLICT (session_no, account_no) DO UPDATE SET at = clock_timestamp() RETURNING xmax = 0 AS "isFirst"`;
    if (entry?.isFirst !== true) return;
    await recordAction(tx, memberActor(session), {
      action: 'member.enter',
      accountId: account.id,
      detail: { how: session.how, ...(group === undefined ? {} : { group_id: group.id }) },
    });
  });
}
