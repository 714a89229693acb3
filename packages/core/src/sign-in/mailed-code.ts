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

/** A new attempt and its code. `personRowId` null: nobody has the e-mail; it costs the same. */
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
 * Judges a code after spending one of five tries, whatever comes at once (rulings §10.13). A right
 * one leaves the attempt to take. Throws `attempt_expired` and `wrong_code`.
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
