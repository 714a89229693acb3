import { hashFromBase64, latin1Bytes, latin1Text } from '../hash.ts';
import { parseVkey, signatureKinds, signersOf, vkeyOf, type NoteKey, type SignedNote } from '../signed-note.ts';
import type { Crypto } from './options.ts';
import { BundleFault, NotReadable } from './verdict.ts';

const dayMs = 86_400_000;
/** How long both keys sign after a rotation. */
const overlapMs = 30 * dayMs;
/** More keys no log has, and each costs memory and time. */
const keysMax = 100;

/** A note `key`: the log says that one key takes the place of another. */
interface Rotation {
  index: number;
  at: string;
  vkey: string;
  from: string;
  to: string;
}

/**
 * Whom the reader believes. A key counts by its bytes, because each log signs under its own name.
 * With given keys a rotation is believed once a trusted key has signed a checkpoint that covers its
 * note. Without, the bundle's own keys are taken as they are.
 */
export class Trust {
  readonly #crypto: Crypto;
  readonly #given: boolean;
  readonly #trusted = new Set<string>();
  readonly #known = new Map<string, Uint8Array>();
  #rotations: Rotation[] = [];

  /** Throws `NotReadable` for a text that is no key. */
  constructor(crypto: Crypto, vkeys: readonly string[], logsOfPolicy: readonly NoteKey[]) {
    this.#crypto = crypto;
    const given = vkeys.map((vkey) => givenKey(crypto, vkey.trim()));
    for (const publicKey of [...given, ...logsOfPolicy.map((log) => log.publicKey)])
      this.#trusted.add(this.#learn(publicKey));
    this.#given = this.#trusted.size > 0;
  }

  get isGiven(): boolean {
    return this.#given;
  }

  /** The keys that the head of a log names. */
  beginLog(origin: string, vkeys: readonly string[]): void {
    this.#rotations = [];
    for (const vkey of vkeys) {
      const id = this.#learn(this.#parse(origin, vkey).publicKey);
      if (!this.#given) this.#trusted.add(id);
    }
  }

  /** A note `key` of the log that is being read. */
  rotate(origin: string, index: number, at: string, { vkey, replaces }: { vkey: string; replaces: string }): void {
    // A key takes another one's place once.
    if (this.#rotations.length === keysMax) throw new BundleFault(`more than ${keysMax} changes of the key`);
    const [to, from] = [this.#parse(origin, vkey), this.#parse(origin, replaces)];
    this.#rotations.push({ index, at, vkey, from: this.#learn(from.publicKey), to: this.#learn(to.publicKey) });
  }

  /**
   * Judges who signed a checkpoint of `size` leaves of the log that is being read. Throws where
   * nobody did whom the reader trusts. `newest`: the latest time in the log, for its last
   * checkpoint.
   */
  async judge(origin: string, note: SignedNote, size: number, newest?: string): Promise<string[]> {
    const keys = [...this.#known.values()].map((publicKey) => ({
      name: origin,
      kind: signatureKinds.ed25519,
      publicKey,
    }));
    const signers = (await signersOf(this.#crypto, note, keys)).map(({ publicKey }) => idOf(publicKey));
    if (!signers.some((one) => this.#trusted.has(one)))
      throw new BundleFault(
        this.#given
          ? `the checkpoint of ${size} leaves is not signed with a key that was given`
          : `the checkpoint of ${size} leaves is not signed with a key that the bundle names`,
      );
    // Several rotations can stand in one log, each on the shoulders of the one before.
    for (const { index, from, to } of this.#rotations)
      if (index < size && this.#trusted.has(from)) this.#trusted.add(to);
    if (newest !== undefined) this.#judgeOverlap(signers, newest);
    return signers.map((one) => this.#vkey(origin, one));
  }

  #judgeOverlap(signers: readonly string[], newest: string): void {
    for (const { index, at, from, to } of this.#rotations)
      if (Date.parse(newest) - Date.parse(at) < overlapMs && !(signers.includes(from) && signers.includes(to)))
        throw new BundleFault('the key was replaced less than 30 days ago, and not both keys signed the log', index);
  }

  #parse(origin: string, vkey: string): NoteKey {
    const key = parseVkey(this.#crypto.sha256, vkey);
    if (key?.kind !== signatureKinds.ed25519 || key.name !== origin)
      throw new BundleFault(`this is no key of the log: ${vkey}`);
    return key;
  }

  #learn(publicKey: Uint8Array): string {
    const id = idOf(publicKey);
    if (this.#known.size === keysMax && !this.#known.has(id)) throw new BundleFault(`more than ${keysMax} keys`);
    this.#known.set(id, publicKey);
    return id;
  }

  #vkey(origin: string, id: string): string {
    return vkeyOf(this.#crypto.sha256, { name: origin, publicKey: this.#known.get(id) ?? new Uint8Array() });
  }
}

/** The key of a vkey of a log, or of the base64 of its 32 bytes, as `GET /log-keys` shows it. */
function givenKey({ sha256 }: Crypto, text: string): Uint8Array {
  const bare = hashFromBase64(text);
  if (bare !== undefined) return latin1Bytes(bare);
  const key = parseVkey(sha256, text);
  if (key?.kind !== signatureKinds.ed25519) throw new NotReadable(`this is no key of a log: ${text}`);
  return key.publicKey;
}

const idOf = (publicKey: Uint8Array): string => latin1Text(publicKey);
