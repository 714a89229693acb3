import { hkdfSync } from 'node:crypto';

import type { Mailer } from '../mail/mailer.ts';
import { Passwords, type PasswordCost } from '../sign-in/password.ts';
import type { SingleSignOn } from '../sign-in/sso/single-sign-on.ts';

/** What the verbs of people need besides the core. A process opens it once. */
export type People = {
  /** The dashboard's origin. Links lead there, and passkeys are bound to it (rulings §10.1). */
  dashboardUrl: string;
  /** What the dashboard's server proves itself with (rulings §10.8), the newest first. */
  doorProofs: readonly string[];
  /** Keys that seal second factors; the newest seals, all open. */
  factorKeys: readonly Uint8Array[];
  /** Hashes passwords, a few at a time. */
  passwords: Passwords;
  /** Sends links and codes. Undefined: nothing that needs mail is offered. */
  mailer: Mailer | undefined;
  /** Told when a mail with a link or a code that nobody waits for was not sent. */
  onMailFailure: (error: unknown) => void;
  /** `sso`: single sign-on is the only way in (rulings §10.10). */
  signIn: 'all' | 'sso';
  /** Whether anybody may make a free account (rulings §10.20). */
  signUp: boolean;
  /** The provider of single sign-on; undefined: none is set up (rulings §10.14). */
  sso: SingleSignOn | undefined;
};

/** Derives both keys of one password of DASHBOARD_SECRET. */
function keysOf(password: string): { door: string; factor: Uint8Array } {
  const derive = (purpose: string): Uint8Array => new Uint8Array(hkdfSync('sha256', password, '', purpose, 32));
  return {
    door: Buffer.from(derive('goal dashboard door')).toString('base64url'),
    factor: derive('goal second factor'),
  };
}

/**
 * Opens what people's verbs need. `secrets` are the passwords of DASHBOARD_SECRET, newest first;
 * several while one is exchanged.
 */
export function openPeople({
  secrets,
  sso,
  signUp = false,
  passwordCost,
  ...rest
}: Omit<People, 'doorProofs' | 'factorKeys' | 'passwords' | 'sso' | 'signUp'> & {
  secrets: readonly string[];
  signUp?: boolean;
  sso?: SingleSignOn | undefined;
  /** What hashing a new password costs; the usual cost by default. */
  passwordCost?: PasswordCost | undefined;
}): People {
  const keys = secrets.map(keysOf);
  return {
    ...rest,
    sso,
    signUp,
    doorProofs: keys.map(({ door }) => door),
    factorKeys: keys.map(({ factor }) => factor),
    passwords: new Passwords(passwordCost),
  };
}
