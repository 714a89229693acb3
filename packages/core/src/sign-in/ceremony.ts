import { createHash, randomBytes } from 'node:crypto';

import { DomainError, limits } from '@goal/contract';
import type { Tx } from '@goal/db';

import type { Db } from '../ground/db.ts';

/** What an attempt is about. Each kind is opened and taken by one verb. */
export type CeremonyKind =
  | 'second_factor'
  | 'passkey_entry'
  | 'passkey_confirm'
  | 'passkey_add'
  | 'passkey_join'
  | 'code_entry'
  | 'code_confirm'
  | 'sign_up'
  | 'email'
  | 'account_email'
  | 'totp'
  | 'sso'
  | 'sso_confirm'
  | 'reset';

/** An attempt: the data that its verb keeps, and the person where one is known already. */
export type Ceremony<Data> = { data: Data; personRowId: number | null; tries: number; expiresAt: Date };

const hashOf = (id: string): Uint8Array => new Uint8Array(createHash('sha256').update(id).digest());

/**
 * Opens an attempt that lives for 10 minutes and returns its id, which only the asking browser
 * gets. The table holds the id's hash. With an `id` of the caller's the attempt replaces an earlier
 * one of that id; such an id must not be taken from a browser.
 *
 * Throws `invalid_token` for a person who was deleted meanwhile. Only an attempt to sign in is
 * opened then, as nobody's, because it is answered alike for an e-mail that nobody has (rulings
 * §10.9).
 */
export async function openCeremony<Data extends object>(
  { db }: Db,
  {
    kind,
    data,
    personRowId = null,
    tries = 0,
    id = randomBytes(24).toString('base64url'),
  }: { kind: CeremonyKind; data: Data; personRowId?: number | null; tries?: number; id?: string },
): Promise<string> {
  // The lock waits for a deletion that is under way.
  const { rows } = await db.work.query<{ person_no: number | null }>(
    `INSERT INTO ceremony (hash, kind, person_no, data, tries, expires_at)
     VALUES ($1, $2, (SELECT no FROM person WHERE no = $3 FOR KEY SHARE), $4, $5, clock_timestamp() + $6 * interval '1 minute')
     ON CONFLICT (hash) DO UPDATE SET data = excluded.data, tries = excluded.tries, expires_at = excluded.expires_at
     RETURNING person_no`,
    [hashOf(id), kind, personRowId, JSON.stringify(data), tries, limits.ceremonyMinutes],
  );
  const isGone = personRowId !== null && rows[0]?.person_no !== personRowId;
  if (isGone && kind !== 'code_entry' && kind !== 'second_factor') throw new DomainError('invalid_token');
  return id;
}

/**
 * Takes an attempt. It is deleted before anything is judged, so it counts once even if it comes
 * twice at the same time. `tx` makes the deletion part of a transaction. The caller knows the type
 * of the data by the kind. Throws `attempt_expired` for an unknown, used or expired attempt and for
 * one of another kind.
 */
export async function takeCeremony<Data extends object>(
  on: Db | Tx,
  kind: CeremonyKind,
  id: string,
): Promise<Ceremony<Data>> {
  type Row = { data: Data; person_no: number | null; tries: number; expires_at: Date; live: boolean };
  const client = 'db' in on ? on.db.prisma : on;
  const [row] = await client.$queryRaw<Row[]>`
    DELETE FROM ceremony WHERE hash = ${hashOf(id)} AND kind = ${kind}
    RETURNING data, person_no, tries, expires_at, expires_at > clock_timestamp() AS live`;
  if (row === undefined || !row.live) throw new DomainError('attempt_expired');
  return { data: row.data, personRowId: row.person_no, tries: row.tries, expiresAt: row.expires_at };
}

/**
 * Puts an attempt back after a wrong answer, under the same id and until the same moment, so that
 * the browser may try again (rulings §10.8, §10.13). A change of the attempt, such as one try less,
 * is the caller's.
 */
export async function putCeremonyBack<Data extends object>(
  { db }: Db,
  kind: CeremonyKind,
  id: string,
  { data, personRowId, tries, expiresAt }: Ceremony<Data>,
): Promise<void> {
  // Nothing is put back for a person who was deleted meanwhile.
  await db.work.query(
    `INSERT INTO ceremony (hash, kind, person_no, data, tries, expires_at)
     SELECT $1, $2, $3::int, $4, $5, $6 WHERE $3::int IS NULL OR EXISTS (SELECT FROM person WHERE no = $3 FOR KEY SHARE)
     ON CONFLICT (hash) DO NOTHING`,
    [hashOf(id), kind, personRowId, JSON.stringify(data), tries, expiresAt],
  );
}

/**
 * Spends one try of an attempt, which stays. The database counts in one statement, so that exactly
 * as many answers are judged as there are tries, however many come at once (rulings §10.13). Throws
 * `attempt_expired` for an attempt that is unknown, used, expired, of another kind, or has no try
 * left.
 */
export async function spendCeremonyTry<Data extends object>(
  { db }: Db,
  kind: CeremonyKind,
  id: string,
): Promise<Ceremony<Data>> {
  type Row = { data: Data; person_no: number | null; tries: number; expires_at: Date };
  const { rows } = await db.work.query<Row>(
    `UPDATE ceremony SET tries = tries - 1
     WHERE hash = $1 AND kind = $2 AND tries > 0 AND expires_at > clock_timestamp()
     RETURNING data, person_no, tries, expires_at`,
    [hashOf(id), kind],
  );
  const [row] = rows;
  if (row === undefined) throw new DomainError('attempt_expired');
  return { data: row.data, personRowId: row.person_no, tries: row.tries, expiresAt: row.expires_at };
}
