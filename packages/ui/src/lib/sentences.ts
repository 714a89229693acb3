import { limits } from '@goal/contract';

import { formatNumber } from './numbers.ts';

export const rateSentence = `Between ${formatNumber(limits.readRate.min)} and ${formatNumber(limits.readRate.max)} requests a second.`;

const sentences: Readonly<Record<string, string>> = {
  'internal error': 'Something went wrong in the service. Its log says what.',
  // The causes: no database, a statement that took too long, or overload.
  'service unavailable':
    'The service could not answer in time, or it cannot reach its database. Its log says which. Try again in a moment.',
  'rate limited': 'Too many requests. Wait a moment and try again.',
  // The contract only says that the value is invalid; these sentences say what is allowed.
  'invalid email': `An e-mail has one @, without spaces, and a domain behind it, as in owner@example.com: at most ${limits.emailLength} characters.`,
  'invalid domain': `A bare hostname with a dot in it, as in shop.example.com: at most ${limits.domainLength} characters.`,
  'site_url must be an http(s) URL': `An address that begins with http:// or https://, without a password: at most ${formatNumber(limits.siteUrlLength)} characters.`,
  'name too long': `At most ${formatNumber(limits.nameLength)} characters.`,
  'name required': 'A name of at least one character.',
  'invalid rate_limit_rps': rateSentence,
  'email or password is wrong': 'The e-mail or the password is wrong.',
  'this attempt has expired — begin again': 'This attempt has expired. Begin again.',
  'this passkey is not known': 'This passkey is not known here. It may have been removed.',
  'password too short': `At least ${limits.passwordLength.min} characters.`,
  'password too long': `At most ${limits.passwordLength.max} characters.`,
  'password too easy': 'Too easy to guess. Choose another password.',
  'a way to sign in must stay': 'This is your last way to sign in. Add another one first.',
  'an account keeps one owner': 'An account keeps one owner. Make somebody else an owner first.',
  'this invitation is for somebody else': 'This invitation is for another e-mail.',
  'sign in as the invited person': 'The invited person signs in already. Sign in first, then open the link again.',
  'confirm that it is you': 'This needs your confirmation that it is you.',
};

/** The contract's own sentences start in lower case and have no full stop. */
export function sentenceFor(message: string): string {
  const known = sentences[message];
  if (known !== undefined) return known;
  const text = `${message.charAt(0).toUpperCase()}${message.slice(1)}`;
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** Of a key that was made, and whose answer was lost: nobody has seen its secret. */
export const lostKey = ({ prefix = '' }: Readonly<Record<string, string>>): string =>
  `The key ${prefix} is made, but nobody can see it any more. Revoke it, and make another one.`;
