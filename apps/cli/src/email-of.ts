import { parseEmail } from '@goal/contract';
import { InvalidArgumentError } from 'commander';

/** Reads an e-mail as the service stores it (rulings §8). */
export function emailOf(text: string): string {
  const email = parseEmail(text);
  if (email === undefined) throw new InvalidArgumentError('It must be an e-mail, as owner@example.com.');
  return email;
}
