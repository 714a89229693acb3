import type { SignInWay } from '@goal/contract';
import type { Tx } from '@goal/db';

/** A person as the verbs know them. */
export type PersonRef = { rowId: number; email: string };

/** Where a sign-in comes from: the visitor's address and browser, as the dashboard tells them. */
export type Visitor = { address: string; userAgent: string | undefined };

/** How a session begins. */
export type Entry = { person: PersonRef; how: SignInWay; visitor: Visitor };

/** The person as read under the lock of their row. */
export type LockedPerson = PersonRef & {
  id: string;
  isProven: boolean;
  password: string | null;
  passwordAt: Date | null;
  /** The sealed secret of the second factor; null: there is none, or it is not on. */
  factor: Uint8Array | null;
};

/**
 * Locks a person's row and reads it. What a person changes about themselves, and each step of a
 * sign-in, is judged under this lock. Returns undefined for a person who was deleted.
 */
export async function lockPerson(tx: Tx, rowId: number): Promise<LockedPerson | undefined> {
  type Row = {
    id: string;
    email: string;
    proven: boolean;
    password: string | null;
    password_at: Date | null;
    factor: Uint8Array | null;
  };
  const [row] = await tx.$queryRaw<Row[]>`
    SELECT id::text, email, email_proven_at IS NOT NULL AS proven, password, password_at,
      CASE WHEN totp_at IS NOT NULL THEN totp END AS factor
    FROM person WHERE no = ${rowId} FOR NO KEY UPDATE`;
  if (row === undefined) return undefined;
  const { id, email, proven: isProven, password, password_at: passwordAt, factor } = row;
  return { rowId, id, email, isProven, password, passwordAt, factor };
}
