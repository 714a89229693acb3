import { latin1Bytes, type Hash, type Sha256 } from './hash.ts';

/** The kinds of signatures that we read (c2sp.org/signed-note). */
export const signatureKinds = { ed25519: 1, cosignature: 4 } as const;
type SignatureKind = (typeof signatureKinds)[keyof typeof signatureKinds];

/** A public key with the name that it signs under: what a vkey says. */
export interface NoteKey {
  name: string;
  kind: SignatureKind;
  /** 32 bytes of Ed25519. */
  publicKey: Uint8Array;
}

export interface NoteSigner {
  name: string;
  publicKey: Uint8Array;
  /** The Ed25519 signature of bytes. */
  sign: (message: Uint8Array) => Uint8Array;
}

/** Whether an Ed25519 signature of a message is right. */
export type VerifySignature = (
  publicKey: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
) => boolean | Promise<boolean>;

/** One signature line of a note, not yet verified. */
interface Signature {
  name: string;
  /** Four bytes as latin1. */
  keyId: string;
  signature: Uint8Array;
}

/** A note that was read, and not yet verified. */
export interface SignedNote {
  /** The signed text, with its last newline. */
  body: string;
  signatures: readonly Signature[];
}

const publicKeyBytes = 32;
const keyIdBytes = 4;
const timeBytes = 8;
/** Go's implementation reads as many. */
const signaturesMax = 100;
const keyName = /^[^\s+]+$/u;
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const encoder = new TextEncoder();

/** The vkey of a public key under a name: `<name>+<hex key id>+<base64(kind ‖ key)>`. */
export function vkeyOf(sha256: Sha256, { name, kind = signatureKinds.ed25519, publicKey }: KeyParts): string {
  const key = String.fromCharCode(kind, ...publicKey);
  const id = keyIdOf(sha256, { name, kind, publicKey });
  return `${name}+${hex(id)}+${btoa(key)}`;
}
type KeyParts = Omit<NoteKey, 'kind'> & Partial<Pick<NoteKey, 'kind'>>;

/** Reads a vkey; undefined for one that is broken or of another kind of key. */
export function parseVkey(sha256: Sha256, vkey: string): NoteKey | undefined {
  const read = vkeyParts(vkey);
  const kind = Object.values(signatureKinds).find((one) => one === read?.kind);
  if (read === undefined || kind === undefined || read.publicKey.length !== publicKeyBytes) return undefined;
  const key = { name: read.name, kind, publicKey: read.publicKey };
  return hex(keyIdOf(sha256, key)) === read.id ? key : undefined;
}

/** Whether a vkey is of a kind that we do not read, such as ML-DSA (c2sp.org/tlog-cosignature). */
export function isVkeyOfOtherKind(vkey: string): boolean {
  const read = vkeyParts(vkey);
  return read !== undefined && Object.values(signatureKinds).every((one) => one !== read.kind);
}

/** Takes a vkey apart; each kind of key has its own bytes and, where it likes, its own id. */
function vkeyParts(vkey: string): { name: string; id: string; kind: number; publicKey: Uint8Array } | undefined {
  const [, name, id, encoded] = /^([^\s+]+)\+([0-9a-f]{8})\+(\S+)$/u.exec(vkey) ?? [];
  if (name === undefined || id === undefined || encoded === undefined || !base64.test(encoded)) return undefined;
  const [kind, ...publicKey] = latin1Bytes(atob(encoded));
  return kind === undefined || publicKey.length === 0
    ? undefined
    : { name, id, kind, publicKey: Uint8Array.from(publicKey) };
}

/**
 * Signs a body, which ends with a newline. Throws for a body with an empty last line, which would
 * move the border of the signatures.
 */
export function signNote(sha256: Sha256, body: string, signers: readonly NoteSigner[]): string {
  if (!body.endsWith('\n')) throw new Error('the body of a note ends with a newline');
  const lines = signers.map((signer) => {
    if (!keyName.test(signer.name)) throw new Error('the name of a key has no blank and no plus sign');
    const id = keyIdOf(sha256, { ...signer, kind: signatureKinds.ed25519 });
    return `— ${signer.name} ${btoa(id + String.fromCharCode(...signer.sign(encoder.encode(body))))}\n`;
  });
  return `${body}\n${lines.join('')}`;
}

/** Takes a note apart; undefined where a text is no note. It verifies nothing. */
export function parseNote(text: string): SignedNote | undefined {
  const border = text.lastIndexOf('\n\n');
  if (border < 0 || !text.endsWith('\n') || /[\0-\x09\x0b-\x1f]/.test(text)) return undefined;
  const lines = text.slice(border + 2, -1).split('\n');
  if (lines.length > signaturesMax) return undefined;
  const signatures = lines.map(parseSignature);
  return signatures.every((one) => one !== undefined) ? { body: text.slice(0, border + 1), signatures } : undefined;
}

/**
 * Those of the keys that signed the note. A signature of a known key that does not verify spoils
 * the note, so the answer is empty then (c2sp.org/signed-note).
 */
export async function signersOf(
  { sha256, verifySignature }: { sha256: Sha256; verifySignature: VerifySignature },
  note: SignedNote,
  keys: readonly NoteKey[],
): Promise<NoteKey[]> {
  const signers: NoteKey[] = [];
  for (const key of keys) {
    const id = keyIdOf(sha256, key);
    for (const { name, keyId, signature } of note.signatures) {
      if (name !== key.name || keyId !== id) continue;
      const signed = signedBytes(key.kind, note.body, signature);
      if (signed === undefined || !(await verifySignature(key.publicKey, signed.message, signed.signature))) return [];
      signers.push(key);
      break;
    }
  }
  return signers;
}

/** The bytes that a signature of this kind signs, and the signature without its prefix. */
function signedBytes(
  kind: SignatureKind,
  body: string,
  line: Uint8Array,
): { message: Uint8Array; signature: Uint8Array } | undefined {
  if (kind === signatureKinds.ed25519) return { message: encoder.encode(body), signature: line };
  if (line.length <= timeBytes) return undefined;
  const seconds = new DataView(line.buffer, line.byteOffset).getBigUint64(0);
  return { message: cosignedBytes(body, seconds), signature: line.slice(timeBytes) };
}

/** The bytes that a witness signs, at a time in seconds (c2sp.org/tlog-cosignature). */
const cosignedBytes = (body: string, seconds: bigint): Uint8Array =>
  encoder.encode(`cosignature/v1\ntime ${seconds}\n${body}`);

/** The line with which a witness says that it saw a checkpoint at a time in whole seconds. */
export function cosignatureLine(
  sha256: Sha256,
  body: string,
  { signer, seconds }: { signer: NoteSigner; seconds: number },
): string {
  const time = new Uint8Array(timeBytes);
  new DataView(time.buffer).setBigUint64(0, BigInt(seconds));
  const signature = signer.sign(cosignedBytes(body, BigInt(seconds)));
  const id = keyIdOf(sha256, { ...signer, kind: signatureKinds.cosignature });
  return `— ${signer.name} ${btoa(id + String.fromCharCode(...time, ...signature))}\n`;
}

/** The first four bytes of H(name ‖ "\n" ‖ kind ‖ public key), as latin1. */
function keyIdOf(sha256: Sha256, { name, kind, publicKey }: NoteKey): Hash {
  const head = encoder.encode(`${name}\n`);
  const input = new Uint8Array(head.length + 1 + publicKey.length);
  input.set(head);
  input[head.length] = kind;
  input.set(publicKey, head.length + 1);
  return sha256(input).slice(0, keyIdBytes);
}

function parseSignature(line: string): Signature | undefined {
  const [, name, encoded] = /^— (\S+) (\S+)$/u.exec(line) ?? [];
  if (name === undefined || !keyName.test(name) || encoded === undefined || !base64.test(encoded)) return undefined;
  const bytes = atob(encoded);
  if (bytes.length <= keyIdBytes) return undefined;
  return { name, keyId: bytes.slice(0, keyIdBytes), signature: latin1Bytes(bytes.slice(keyIdBytes)) };
}

const hex = (latin1: string): string =>
  [...latin1].map((one) => one.charCodeAt(0).toString(16).padStart(2, '0')).join('');
