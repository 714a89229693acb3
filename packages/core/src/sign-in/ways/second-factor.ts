import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

import { DomainError } from '@goal/contract';
import type { Tx } from '@goal/db';
import { Secret, TOTP } from 'otpauth';

import { memberActor } from '../../credential/credential.ts';
import { recordAction } from '../../ground/record-action.ts';
import { tellOfFactor } from '../../mail/news.ts';
import { readCode } from '../codes.ts';
import { issuersOfPerson, isSetUpIssuer } from '../sso/issuer.ts';
import type { People } from '../../person/people.ts';
import type { LockedPerson } from '../../person/person.ts';

/** rulings §10.12: what authenticator apps know. */
const form = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** Steps to either side whose code counts as well. */
const window = 1;
const secretBytes = 20;

const cipher = 'aes-256-gcm';
/** Lengths in bytes; the secret stands between nonce and tag. */
const parts = { nonce: 12, tag: 16 };

/** Whether the second factor of the person `p` is on, or they have a passkey. */
export const ownsFactor = `(p.totp_at IS NOT NULL OR EXISTS (SELECT FROM passkey k WHERE k.person_no = p.no))`;

/** The columns of the person `p` that `hasFactor` judges. */
export const factorColumns = `${ownsFactor} AS "ownsFactor", ${issuersOfPerson} AS issuers`;
export type FactorColumns = { ownsFactor: boolean; issuers: string[] };

/**
 * Whether a person can begin a session that has a second factor (rulings §10.24): theirs is on, or
 * they have a passkey, or have signed in by the single sign-on that is set up.
 */
export const hasFactor = (people: Pick<People, 'sso'>, row: FactorColumns): boolean =>
  row.ownsFactor || row.issuers.some((issuer) => isSetUpIssuer(people, issuer));

/** A new secret, as many bits as SHA-1 has. */
export const newFactor = (): Uint8Array => randomBytes(secretBytes);

const totpOf = (secret: Uint8Array, names: { issuer?: string; label?: string } = {}): TOTP =>
  new TOTP({ ...form, ...names, secret: new Secret({ buffer: new Uint8Array(secret).buffer }) });

/** What an authenticator app reads: the address for a QR code, and the secret to type. */
export function shownFactor(
  secret: Uint8Array,
  { dashboardUrl }: Pick<People, 'dashboardUrl'>,
  { issuer, email }: { issuer: string; email: string },
): { uri: string; secret: string } {
  const totp = totpOf(secret, { issuer: `${issuer} (${new URL(dashboardUrl).hostname})`, label: email });
  return { uri: totp.toString(), secret: totp.secret.base32 };
}

/** The step of 30 s whose code this is at this moment, in ms; undefined: it is a wrong one. */
export function stepOf(secret: Uint8Array, code: string, timestamp: number): number | undefined {
  // The library throws for six characters that are not ASCII.
  if (!/^\d{6}$/.test(code)) return undefined;
  const totp = totpOf(secret);
  const delta = totp.validate({ token: code, timestamp, window });
  return delta === null ? undefined : totp.counter({ timestamp }) + delta;
}

/** Seals a secret for one person under the newest key. */
export function sealFactor({ factorKeys }: Pick<People, 'factorKeys'>, personId: string, secret: Uint8Array) {
  const [key] = factorKeys;
  if (key === undefined) throw new Error('there is no key to seal second factors with');
  const nonce = randomBytes(parts.nonce);
  const sealing = createCipheriv(cipher, key, nonce).setAAD(Buffer.from(personId));
  const sealed = Buffer.concat([nonce, sealing.update(secret), sealing.final(), sealing.getAuthTag()]);
  return new Uint8Array(sealed);
}

/**
 * Opens what `sealFactor` sealed for this person, under any key, and tells whether that key is the
 * newest. Throws where none opens it, as when DASHBOARD_SECRET lost the password that sealed it.
 */
export function openFactor(
  { factorKeys }: Pick<People, 'factorKeys'>,
  personId: string,
  sealed: Uint8Array,
): { secret: Uint8Array; isNewest: boolean } {
  const nonce = sealed.subarray(0, parts.nonce);
  const content = sealed.subarray(parts.nonce, -parts.tag);
  for (const [at, key] of factorKeys.entries()) {
    const opening = createDecipheriv(cipher, key, nonce).setAAD(Buffer.from(personId));
    opening.setAuthTag(sealed.subarray(-parts.tag));
    try {
      return { secret: Buffer.concat([opening.update(content), opening.final()]), isNewest: at === 0 };
    } catch {
      // Another key sealed it.
    }
  }
  throw new Error('no password of DASHBOARD_SECRET opens the second factor of a person');
}

/**
 * The hash of a recovery code. The secret of the second factor is its key, so a backup of the
 * database alone does not let anybody try codes.
 */
export function hashRecoveryCode(secret: Uint8Array, code: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHmac('sha256', secret).update(`recovery code ${code}`).digest());
}

/**
 * Judges and uses up a code of the authenticator or a recovery code, each once (rulings §10.12), in
 * the transaction that holds the person's lock. A secret that an older key sealed is sealed again
 * under the newest. Throws `wrong_code`, also for a person without a second factor.
 */
export async function useSecondFactor(tx: Tx, people: People, person: LockedPerson, typed: string): Promise<void> {
  if (person.factor === null) throw new DomainError('wrong_code');
  const { secret, isNewest } = openFactor(people, person.id, person.factor);
  const code = readCode(typed);
  if (/^\d{6}$/.test(code)) await useStep(tx, person, stepOf(secret, code, Date.now()));
  else await useRecoveryCode(tx, person, hashRecoveryCode(secret, code));
  if (!isNewest)
    await tx.$executeRaw`UPDATE person SET totp = ${sealFactor(people, person.id, secret)} WHERE no = ${person.rowId}`;
}

async function useStep(tx: Tx, { rowId }: LockedPerson, step: number | undefined): Promise<void> {
  const isFirst =
    step !== undefined &&
    (await tx.$executeRaw`UPDATE person SET totp_step = ${step} WHERE no = ${rowId} AND totp_step < ${step}`) === 1;
  if (!isFirst) throw new DomainError('wrong_code');
}

async function useRecoveryCode(tx: Tx, person: LockedPerson, hash: Uint8Array<ArrayBuffer>): Promise<void> {
  const used = await tx.$executeRaw`
    UPDATE recovery_code SET used_at = clock_timestamp()
    WHERE person_no = ${person.rowId} AND hash = ${hash} AND used_at IS NULL`;
  if (used !== 1) throw new DomainError('wrong_code');
  await recordAction(tx, memberActor({ person }), { action: 'recovery_code.use', accountId: null });
  await tellOfFactor(tx, 'recovery_code', person);
}
