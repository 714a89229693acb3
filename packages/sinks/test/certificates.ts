import { createPrivateKey, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

/** A certificate with its key, PEM. */
export type Certificate = { cert: string; key: string };
export type Authority = Certificate & {
  /** Makes a certificate of this authority, for `[name]` unless `names` says more. */
  issue: (options: { name: string; names?: string[]; addresses?: string[]; expiresAt?: Date }) => Certificate;
};

/** Makes an authority for one test, with keys of P-256. Node makes no certificates by itself. */
export function makeAuthority(): Authority {
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const cert = certificate({ subject: 'Test authority', issuer: 'Test authority', isAuthority: true, ...keys });
  return {
    cert,
    key: pem(keys.privateKey),
    issue: ({ name, names = [name], addresses = [], expiresAt }) => {
      const own = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const issued = certificate({
        subject: name,
        issuer: 'Test authority',
        publicKey: own.publicKey,
        privateKey: keys.privateKey,
        names,
        addresses,
        ...(expiresAt && { expiresAt }),
      });
      return { cert: issued, key: pem(own.privateKey) };
    },
  };
}

function pem(key: KeyObject): string {
  return createPrivateKey(key.export({ type: 'pkcs8', format: 'pem' }))
    .export({ type: 'pkcs8', format: 'pem' })
    .toString();
}

type Fields = {
  subject: string;
  issuer: string;
  publicKey: KeyObject;
  /** Of the issuer. */
  privateKey: KeyObject;
  isAuthority?: boolean;
  names?: string[];
  addresses?: string[];
  expiresAt?: Date;
};

const dayMs = 86_400_000;

/** A certificate of X.509, version 3 (RFC 5280). */
function certificate(fields: Fields): string {
  const { subject, issuer, publicKey, privateKey, expiresAt = new Date(Date.now() + dayMs) } = fields;
  const algorithm = sequence(oid('1.2.840.10045.4.3.2')); // ECDSA with SHA-256
  const startsAt = new Date(expiresAt.getTime() - 2 * dayMs);
  const body = sequence(
    tagged(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    name(issuer),
    sequence(time(startsAt), time(expiresAt)),
    name(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(...extensions(fields))),
  );
  const signature = tagged(0x03, Buffer.from([0]), sign('sha256', body, privateKey));
  const text = sequence(body, algorithm, signature).toString('base64');
  return `-----BEGIN CERTIFICATE-----\n${text.replace(/.{64}/g, '$&\n').trim()}\n-----END CERTIFICATE-----\n`;
}

function extensions({ isAuthority = false, names = [], addresses = [] }: Fields): Buffer[] {
  const isTrue = tagged(0x01, Buffer.from([0xff]));
  const constraints = sequence(oid('2.5.29.19'), isTrue, tagged(0x04, sequence(...(isAuthority ? [isTrue] : []))));
  if (isAuthority) return [constraints];
  const alternatives = [
    ...names.map((one) => tagged(0x82, Buffer.from(one))),
    ...addresses.map((one) => tagged(0x87, Buffer.from(one.split('.').map(Number)))),
  ];
  return [constraints, sequence(oid('2.5.29.17'), tagged(0x04, sequence(...alternatives)))];
}

function name(common: string): Buffer {
  return sequence(tagged(0x31, sequence(oid('2.5.4.3'), tagged(0x0c, Buffer.from(common)))));
}

function time(at: Date): Buffer {
  return tagged(0x18, Buffer.from(`${at.toISOString().slice(0, 19).replace(/[-:T]/g, '')}Z`));
}

function integer(bytes: Buffer): Buffer {
  return tagged(0x02, bytes);
}

function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return tagged(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

function base128(value: number): number[] {
  const digits = [value & 0x7f];
  for (let left = value >> 7; left > 0; left >>= 7) digits.unshift((left & 0x7f) | 0x80);
  return digits;
}

function sequence(...parts: Buffer[]): Buffer {
  return tagged(0x30, ...parts);
}

/** Tag, length and content (X.690, DER). */
function tagged(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const head = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...head]), content]);
}
