import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

import { codePoints, DomainError, limits } from '@goal/contract';
import { FairSemaphore, Overload } from '@goal/fairness';

import { isCommonPassword } from './common-passwords.ts';

/** scrypt's parameters; `ln` is the logarithm of N. */
export type PasswordCost = { ln: number; r: number; p: number };

/** 32 MiB and about 0.4 s of a core for each password. */
const usualCost: PasswordCost = { ln: 15, r: 8, p: 3 };
const saltBytes = 16;
const keyBytes = 32;

/** Passwords that are hashed at a time, and that wait (rulings §10.9). */
const bounds = { hashed: 2, waiting: 20, queueTimeoutMs: 20_000 };
/** Sign-ins are one owner; a signed-in person hashes one at a time and keeps nobody out. */
const shares = { entry: { permits: 2, queueLimit: bounds.waiting }, person: { permits: 1, queueLimit: 1 } };

/** On whose behalf a password is hashed: somebody who comes in, or a signed-in person. */
export type HashOwner = 'entry' | { personRowId: number };

type Parsed = { cost: PasswordCost; salt: Uint8Array; key: Uint8Array };

/** Hashes passwords and compares with hashes: two at a time, while twenty wait (rulings §10.9). */
export class Passwords {
  /** A hash of no password, for e-mails that nobody has. */
  readonly #nobodys: string;
  readonly #turns = new FairSemaphore({ permits: bounds.hashed, queueTimeoutMs: bounds.queueTimeoutMs });
  #hashed = 0;

  constructor(private readonly cost: PasswordCost = usualCost) {
    this.#nobodys = format({ cost, salt: randomBytes(saltBytes), key: randomBytes(keyBytes) });
  }

  /** The number of passwords that were hashed so far. */
  get hashed(): number {
    return this.#hashed;
  }

  /** A hash with its parameters and salt. Throws `Overload` when too many wait. */
  hash(owner: HashOwner, password: string): Promise<string> {
    return this.#inTurn(owner, async () => {
      const known = { cost: this.cost, salt: randomBytes(saltBytes) };
      return format({ ...known, key: await this.#derive(password, known) });
    });
  }

  /** In constant time; without a hash no, after the same work. Throws `Overload`. */
  isRight(owner: HashOwner, password: string, hash: string | null | undefined): Promise<boolean> {
    return this.#inTurn(owner, async () => {
      const known = parse(hash ?? this.#nobodys);
      return timingSafeEqual(await this.#derive(password, known), known.key);
    });
  }

  async #inTurn<T>(owner: HashOwner, work: () => Promise<T>): Promise<T> {
    const name = owner === 'entry' ? owner : `person:${owner.personRowId}`;
    if (this.#turns.waiting >= bounds.waiting) throw new Overload('too many passwords wait');
    await this.#turns.take(name, owner === 'entry' ? shares.entry : shares.person);
    try {
      return await work();
    } finally {
      this.#turns.give(name);
    }
  }

  #derive(password: string, { cost: { ln, r, p }, salt }: Omit<Parsed, 'key'>): Promise<Uint8Array> {
    this.#hashed += 1;
    const N = 2 ** ln;
    const options = { N, r, p, maxmem: 2 * 128 * N * r };
    return new Promise((resolve, reject) => {
      scrypt(password.normalize('NFC'), salt, keyBytes, options, (error, key) =>
        error === null ? resolve(key) : reject(error),
      );
    });
  }
}

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replace(/=+$/, '');

function format({ cost: { ln, r, p }, salt, key }: Parsed): string {
  return `$scrypt$ln=${ln},r=${r},p=${p}$${text(salt)}$${text(key)}`;
}

function parse(hash: string): Parsed {
  const [, ln, r, p, salt, key] =
    /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(hash) ?? [];
  if (salt === undefined || key === undefined) throw new Error('the hash of a password is not one of ours');
  return {
    cost: { ln: Number(ln), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, 'base64'),
    key: Buffer.from(key, 'base64'),
  };
}

/**
 * Judges a password that a person chooses for this e-mail (rulings §10.11). Throws
 * `password_too_short`, `password_too_long`, `password_too_easy`.
 */
export function judgePassword(chosen: string, email: string): void {
  const password = chosen.normalize('NFC');
  const length = codePoints(password);
  if (length < limits.passwordLength.min) throw new DomainError('password_too_short');
  if (length > limits.passwordLength.max) throw new DomainError('password_too_long');
  const folded = password.toLowerCase();
  const own = email.normalize('NFC');
  const isOwn = folded === own || folded === own.split('@')[0];
  const isOneCharacter = new Set(password).size === 1;
  if (isOwn || isOneCharacter || isCommonPassword(password)) throw new DomainError('password_too_easy');
}
