import type { Tx } from '@goal/db';

import { makerOf, type Actor } from '../ground/actor.ts';
import type { NewsFacts, NewsKind } from './news-mail.ts';

/**
 * News of one kind that one person gets, or one account's old addresses get, in an hour. More of it
 * would bury the mailbox, and the account's record has all of it.
 */
const hourly = 10;

/** Tells the owners of an account about a new account key (rulings §10.28). */
export async function tellOfAccountKey(
  tx: Tx,
  account: { rowId: number },
  { actor, name, ...key }: { prefix: string; name: string | null; access?: 'read'; actor: Actor },
): Promise<void> {
  await tellOwners(tx, account, 'account_key', { ...key, name: name ?? '', by: makerOf(actor) });
}

/**
 * Tells the owners of an account about a new owner or admin of the whole account (rulings §10.28),
 * and by whom, but not the new one. A viewer or an admin of one group is no news.
 */
export async function tellOfAdministrator(
  tx: Tx,
  account: { rowId: number },
  member: { email: string; role: string; groupRowId: number | null; by: string },
): Promise<void> {
  if (member.role === 'viewer' || member.groupRowId !== null) return;
  const { email, role, by } = member;
  await tellOwners(tx, account, 'administrator', { email, role, by }, email);
}

/**
 * Tells a person, and the owners of each of their accounts, that the person's second factor was
 * turned off or a recovery code was used (rulings §10.28).
 */
export async function tellOfFactor(
  tx: Tx,
  kind: 'second_factor_off' | 'recovery_code',
  person: { rowId: number; email: string },
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO mail (account_no, person_no, kind, detail)
    SELECT NULL, p.no, ${kind}, ${JSON.stringify({ email: person.email })}::jsonb
    FROM person p WHERE p.no = ${person.rowId} AND NOT ${kind} = ANY (p.muted_mails)
      AND (SELECT count(*) FROM mail r WHERE r.person_no = p.no AND r.kind = ${kind}
           AND r.created_at > clock_timestamp() - interval '1 hour') < ${hourly}`;
  await tellOwnersOf(tx, person, kind, { email: person.email });
}

/**
 * Tells the owners of each of a person's accounts that an operator made a new way in for the person
 * (rulings §10.25). Nobody can switch this off. @public
 */
export async function tellOfReset(tx: Tx, person: { rowId: number; email: string }): Promise<void> {
  await tellOwnersOf(tx, person, 'person_reset', { email: person.email });
}

/**
 * Tells an account's old e-mail about the new one (rulings §10.23). Nobody can switch this off. An
 * account sends ten of them an hour: its owner could change the e-mail to a stranger's and back.
 */
export async function tellOldAccountEmail(
  tx: Tx,
  account: { rowId: number },
  { from, to, actor }: { from: string; to: string; actor: Actor },
): Promise<void> {
  const kind: NewsKind = 'account_email';
  const detail: NewsFacts = { email: to, by: makerOf(actor) };
  await tx.$executeRaw`
    INSERT INTO mail (account_no, kind, recipient, detail)
    SELECT ${account.rowId}, ${kind}, ${from}, ${JSON.stringify(detail)}::jsonb
    WHERE (SELECT count(*) FROM mail r WHERE r.account_no = ${account.rowId} AND r.kind = ${kind}
           AND r.created_at > clock_timestamp() - interval '1 hour') < ${hourly}`;
}

/**
 * Tells the owners of an account that a stream has failed for a day or was switched off (rulings
 * §15.7); where it has no owners, its address is told. Nobody can switch this off. A stream that is
 * resumed again and again is switched off as often, and the mailbox gets no more of that than of
 * other news.
 */
export async function tellOfStream(
  tx: Tx,
  kind: 'stream_failing' | 'stream_disabled',
  account: { rowId: number },
  facts: NewsFacts,
): Promise<void> {
  const detail = JSON.stringify(facts);
  await tx.$executeRaw`
    INSERT INTO mail (account_no, person_no, kind, detail)
    SELECT ${account.rowId}, m.person_no, ${kind}, ${detail}::jsonb
    FROM (SELECT person_no FROM membership WHERE account_no = ${account.rowId} AND role = 'owner'
      UNION ALL SELECT NULL WHERE NOT EXISTS (SELECT FROM membership WHERE account_no = ${account.rowId} AND role = 'owner')) m
    WHERE (SELECT count(*) FROM mail r WHERE r.account_no = ${account.rowId} AND r.person_no IS NOT DISTINCT FROM m.person_no
           AND r.kind = ${kind} AND r.created_at > clock_timestamp() - interval '1 hour') < ${hourly}`;
}

/** Tells a person's old e-mail about the new one. Nobody can switch this off. */
export async function tellOldPersonEmail(
  tx: Tx,
  person: { rowId: number },
  { from, to }: { from: string; to: string },
): Promise<void> {
  await tx.mail.create({
    data: { personRowId: person.rowId, kind: 'person_email', recipient: from, detail: { email: to } },
  });
}

/**
 * Writes news for the owners of one account into the outbox, in the transaction of the change, but
 * not for the owner with the e-mail `except`.
 */
async function tellOwners(
  tx: Tx,
  account: { rowId: number },
  kind: NewsKind,
  detail: NewsFacts,
  except = '',
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO mail (account_no, person_no, kind, detail)
    SELECT m.account_no, p.no, ${kind}, ${JSON.stringify(detail)}::jsonb
    FROM membership m JOIN person p ON p.no = m.person_no
    WHERE m.account_no = ${account.rowId} AND m.role = 'owner' AND p.email <> ${except} AND NOT ${kind} = ANY (p.muted_mails)
      AND (SELECT count(*) FROM mail r WHERE r.person_no = p.no AND r.kind = ${kind}
           AND r.created_at > clock_timestamp() - interval '1 hour') < ${hourly}`;
}

/**
 * Writes news about a person for the other owners of the person's accounts. An owner of several of
 * them gets one mail, which names the oldest.
 */
async function tellOwnersOf(tx: Tx, person: { rowId: number }, kind: NewsKind, detail: NewsFacts): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO mail (account_no, person_no, kind, detail)
    SELECT DISTINCT ON (p.no) m.account_no, p.no, ${kind}, ${JSON.stringify(detail)}::jsonb
    FROM membership own JOIN membership m ON m.account_no = own.account_no AND m.role = 'owner'
      JOIN person p ON p.no = m.person_no
    WHERE own.person_no = ${person.rowId} AND p.no <> ${person.rowId} AND NOT ${kind} = ANY (p.muted_mails)
      AND (SELECT count(*) FROM mail r WHERE r.person_no = p.no AND r.kind = ${kind}
           AND r.created_at > clock_timestamp() - interval '1 hour') < ${hourly}
    ORDER BY p.no, m.account_no`;
}
