import type { RemovedWay } from '@goal/contract';
import { Prisma, type Tx } from '@goal/db';

import { makerOf, type Actor } from '../ground/actor.ts';
import type { NewsFacts, NewsKind } from './news-mail.ts';

/** News of a kind that a person or account gets in an hour: more would bury the mailbox. */
const hourly = 10;

type NewsAccount = { rowId: number };
/** What is told: a kind of news, and what it names. */
type NewsToWrite = { kind: NewsKind; detail: NewsFacts };

/** Tells the owners of an account about a new account key (rulings §10.28). */
export async function tellOfAccountKey(
  tx: Tx,
  account: NewsAccount,
  { actor, name, ...key }: { prefix: string; name: string | null; access?: 'read'; actor: Actor },
): Promise<void> {
  const detail = { ...key, name: name ?? '', by: makerOf(actor) };
  await tell(tx, { kind: 'account_key', detail }, ownersOf(account));
}

/**
 * Tells the owners of an account about a new owner or admin of the whole account (rulings §10.28),
 * and by whom, but not the new one. A viewer or an admin of one group is no news.
 */
export async function tellOfAdministrator(
  tx: Tx,
  account: NewsAccount,
  member: { email: string; role: string; groupRowId: number | null; by: string },
): Promise<void> {
  if (member.role === 'viewer' || member.groupRowId !== null) return;
  const { email, role, by } = member;
  const others = Prisma.sql`${ownersOf(account)} AND p.email <> ${email}`;
  await tell(tx, { kind: 'administrator', detail: { email, role, by } }, others);
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
  const news = { kind, detail: { email: person.email } };
  await tell(
    tx,
    news,
    Prisma.sql`SELECT NULL::int AS account_no, p.no AS person_no FROM person p WHERE p.no = ${person.rowId}`,
  );
  await tell(tx, news, ownersAround(person));
}

/**
 * Tells a person that ways to sign in were removed or their password was changed (rulings §10.28).
 * Nobody can switch this off.
 */
export async function tellOfWay(
  tx: Tx,
  { rowId }: { rowId: number },
  type: 'proof' | 'removed' | 'changed',
  ways: readonly RemovedWay[],
): Promise<void> {
  const news = { kind: 'way_removed', detail: { type, named: ways.join(',') } } as const;
  await tell(tx, news, Prisma.sql`SELECT NULL::int AS account_no, ${rowId}::int AS person_no`);
}

/**
 * Tells the owners of each of a person's accounts that an operator made a new way in for the person
 * (rulings §10.25). Nobody can switch this off. @public
 */
export async function tellOfReset(tx: Tx, person: { rowId: number; email: string }): Promise<void> {
  await tell(tx, { kind: 'person_reset', detail: { email: person.email } }, ownersAround(person));
}

/**
 * Tells the owners of an account that a stream has failed for a day or was switched off (rulings
 * §15.7). Nobody can switch this off. A stream that is resumed again and again is switched off as
 * often, and the mailbox gets no more of that than of other news.
 */
export async function tellOfStream(
  tx: Tx,
  kind: 'stream_failing' | 'stream_disabled',
  account: NewsAccount,
  detail: NewsFacts,
): Promise<void> {
  const told = await tell(tx, { kind, detail }, ownersOf(account));
  if (!told.hasReaders) await tellAddress(tx, { kind, detail }, account);
}

/**
 * Tells an account's old e-mail about the new one (rulings §10.23). Nobody can switch this off. An
 * account sends ten of them an hour: its owner could change the e-mail to a stranger's and back.
 */
export async function tellOldAccountEmail(
  tx: Tx,
  account: NewsAccount,
  { from, to, actor }: { from: string; to: string; actor: Actor },
): Promise<void> {
  await tellAddress(tx, { kind: 'account_email', detail: { email: to, by: makerOf(actor) } }, account, from);
}

/**
 * Tells a person's old e-mail about the new one, if it was proven: else it may be that of somebody
 * who was never here. Nobody can switch this off.
 */
export async function tellOldPersonEmail(
  tx: Tx,
  person: { rowId: number; isProven: boolean },
  { from, to }: { from: string; to: string },
): Promise<void> {
  if (!person.isProven) return;
  await write(
    tx,
    { kind: 'person_email', detail: { email: to } },
    Prisma.sql`SELECT NULL::int AS account_no, ${person.rowId}::int AS person_no, ${from}::text AS recipient`,
  );
}

/** The owners of an account, `p` each. */
const ownersOf = ({ rowId }: NewsAccount): Prisma.Sql => Prisma.sql`
  SELECT m.account_no, p.no AS person_no FROM membership m JOIN person p ON p.no = m.person_no
  WHERE m.account_no = ${rowId} AND m.role = 'owner'`;

/**
 * The other owners of a person's accounts. An owner of several of them comes once, with the oldest.
 */
const ownersAround = ({ rowId }: { rowId: number }): Prisma.Sql => Prisma.sql`
  SELECT min(m.account_no) AS account_no, p.no AS person_no
  FROM membership own JOIN membership m ON m.account_no = own.account_no AND m.role = 'owner' JOIN person p ON p.no = m.person_no
  WHERE own.person_no = ${rowId} AND p.no <> ${rowId} GROUP BY p.no`;

/** News for people who proved their e-mail and did not switch the kind off. */
async function tell(tx: Tx, news: NewsToWrite, people: Prisma.Sql): Promise<{ hasReaders: boolean }> {
  const proven = Prisma.sql`SELECT r.*, NULL::text AS recipient, ${news.kind} = ANY (q.muted_mails) AS is_muted
    FROM (${people}) r JOIN person q ON q.no = r.person_no AND q.email_proven_at IS NOT NULL`;
  const [readers] = await tx.$queryRaw<[{ count: number }]>`SELECT count(*)::int FROM (${proven}) r`;
  if (readers.count === 0) return { hasReaders: false };
  await write(tx, news, Prisma.sql`SELECT account_no, person_no, recipient FROM (${proven}) r WHERE NOT is_muted`);
  return { hasReaders: true };
}

/** Writes news for the address of an account, or for a former one of it. */
const tellAddress = (tx: Tx, news: NewsToWrite, { rowId }: NewsAccount, former: string | null = null): Promise<void> =>
  write(tx, news, Prisma.sql`SELECT ${rowId}::int AS account_no, NULL::int AS person_no, ${former}::text AS recipient`);

/** Writes news: ten of a kind in an hour for each recipient, counted under a lock. */
async function write(tx: Tx, { kind, detail }: NewsToWrite, recipients: Prisma.Sql): Promise<void> {
  await tx.$queryRaw`
    SELECT 1 AS locked FROM (SELECT * FROM (${recipients}) r ORDER BY r.person_no, r.account_no) r,
      pg_advisory_xact_lock(hashtextextended(concat_ws(' ', 'news', ${kind}::text, coalesce(r.person_no, -r.account_no)), 0))`;
  await tx.$executeRaw`
    INSERT INTO mail (account_no, person_no, kind, recipient, detail)
    SELECT r.account_no, r.person_no, ${kind}, r.recipient, ${JSON.stringify(detail)}::jsonb FROM (${recipients}) r
    WHERE (SELECT count(*) FROM mail n WHERE n.kind = ${kind} AND n.created_at > clock_timestamp() - interval '1 hour'
      AND (n.person_no = r.person_no OR (r.person_no IS NULL AND n.person_no IS NULL AND n.account_no = r.account_no))) < ${hourly}`;
}
