import { parseEmail, parseKnownEmail } from '@goal/contract';
import { InvalidArgumentError } from 'commander';

/** Reads an e-mail as the service stores it (rulings §8). */
export const emailOf = (text: string): string => orRefused(parseEmail(text));

/** Reads the e-mail of somebody who is there, perhaps since an earlier version. */
export const knownEmailOf = (text: string): string => orRefused(parseKnownEmail(text));

function orRefused(email: string | undefined): string {
  if (email === undefined) throw new InvalidArgumentError('It must be an e-mail, as owner@example.com.');
  return email;
}
