import { createHash } from 'node:crypto';

import { limits } from '@goal/contract';
import type { Tx } from '@goal/db';

import type {} from '../../core.ts';
import type { Db } from '../../ground/db.ts';
import { newToken } from '../../credential/token.ts';
import type { PersonRef } from '../../person/person.ts';

type FoundReset = { rowId: number; id: string; email: string; name: string | null; isProven: boolean; expiresAt: Date };

// The link that sets a new way in (rulings §10.25); its token looks like an invitation's.

const hashOf = (token: string): Uint8Array => new Uint8Array(createHash('sha256').update(token).digest());

/** Makes a token that lets the person in once, for a day. The table holds its hash. */
export async function openReset(tx: Tx, { rowId }: { rowId: number }): Promise<string> {
  const { token, hash } = newToken('invitation');
  await tx.$executeRaw`
    INSERT INTO ceremony (hash, kind, person_no, data, expires_at)
    VALUES (${hash}, 'reset', ${rowId}, '{}', clock_timestamp() + ${limits.resetHours} * interval '1 hour')`;
  return token;
}

/** The person whom a token lets in, and until when; undefined for a token that lets nobody in. */
export async function findReset({ db }: Db, token: string): Promise<FoundReset | undefined> {
  const { rows } = await db.work.query<FoundReset>(
    `SELECT p.no AS "rowId", p.id::text, p.email, p.name, p.email_proven_at IS NOT NULL AS "isProven", c.expires_at AS "expiresAt" FROM ceremony c JOIN person p ON p.no = c.person_no
     WHERE c.hash = $1 AND c.kind = 'reset' AND c.expires_at > clock_timestamp()`,
    [hashOf(token)],
  );
  return rows[0];
}

/** Takes the token: it lets in once, also when it comes twice at the same time. */
export async function takeReset(tx: Tx, token: string): Promise<PersonRef | undefined> {
  const [row] = await tx.$queryRaw<{ no: number; email: string }[]>`
    DELETE FROM ceremony c USING person p
    WHERE c.hash = ${hashOf(token)} AND c.kind = 'reset' AND c.expires_at > clock_timestamp() AND p.no = c.person_no
    RETURNING p.no, p.email`;
  return row === undefined ? undefined : { rowId: row.no, email: row.email };
}
