import { randomBytes, scryptSync } from 'node:crypto';

const text = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

/** scrypt's parameters at a thousandth of the usual cost, which is 0.4 s of a processor. */
export const cheapCost = { ln: 4, r: 8, p: 1 };

/**
 * Hashes a password at that cost. A hash names its own parameters, so a service takes it as any
 * other.
 */
export function hashCheaply(password: string): string {
  const salt = randomBytes(16);
  const { ln, r, p } = cheapCost;
  return `$scrypt$ln=${ln},r=${r},p=${p}$${text(salt)}$${text(scryptSync(password, salt, 32, { N: 2 ** ln, r, p }))}`;
}
