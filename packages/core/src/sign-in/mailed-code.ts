import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

import { limits } from '@goal/contract';

import type { Db } from '../ground/db.ts';
import { openCeremony, spendCeremonyTry, type Ceremony, type CeremonyKind } from './ceremony.ts';
import { drawCode, readCode } from './codes.ts';

/** Characters of a code that is mailed (rulings §10.13). */
const length = 8;

type Kind = Extract<CeremonyKind, 'code_entry' | 'code_confirm' | 'email' | 'account_email' | 'sign_up'>;
/** What an attempt keeps: the code's hash, its e-mail, and the account that wants it, if any. */
export type MailedCode = { hash: string; email: string; accountRowId?: number | undefined };

/**
 * Opens an attempt with a new code. `personRowId` null is an e-mail that nobody has: the attempt
 * costs the same, and nobody learns its code. Returns the attempt's id and the code.
 */
export async function openCode(
  core: Db,
  kind: Kind,
  { personRowId, ...about }: { email: string; personRowId: number | null; accountRowId?: number },
): Promise<{ ceremony: string; code: string }> {
  const id = randomBytes(24).toString('base64url');
  const code = drawCode(length);
  const data: MailedCode = { hash: hashCode(id, code).toString('base64url'), ...about };
  const ceremony = await openCeremony(core, { kind, id, data, personRowId, tries: limits.codeTries });
  return { ceremony, code };
}

/**
 * Judges a typed code. Each call spends one of the attempt's five tries before it compares, in one
 * statement, so that of any number of guesses at once five are judged (rulings §10.13). A right
 * code leaves the attempt for the caller to take in its transaction. Throws `attempt_expired` for
 * an attempt that is unknown, used, expired or has no try left, and `wrong_code`.
 */
export async function judgeCode(
  core: Db,
  kind: Kind,
  { ceremony, code }: { ceremony: string; code: string },
): Promise<{ isRight: boolean } & Ceremony<MailedCode>> {
  const attempt = await spendCeremonyTry<MailedCode>(core, kind, ceremony);
  const isRight = timingSafeEqual(hashCode(ceremony, code), Buffer.from(attempt.data.hash, 'base64url'));
  return { ...attempt, isRight };
}

/** The id, which only the asking browser has, keeps a code's 40 bits from being tried. */
const hashCode = (ceremony: string, code: string): Buffer =>
  createHash('sha256')
    .update(`${ceremony} ${readCode(code)}`)
    .digest();
