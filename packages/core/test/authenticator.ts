import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

import type {
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
} from '@goal/contract';
import { cose, isoCBOR } from '@simplewebauthn/server/helpers';

/** How an authenticator, or the browser in front of it, departs from the rules. */
export type Departure = {
  /** The origin that the browser names; by default that of the options' host on port 3001. */
  origin?: string;
  /** The host whose passkey is used. */
  rpId?: string;
  challenge?: string;
  isUserVerified?: boolean;
  userHandle?: string | null;
  /** Whether the signature is of something else. */
  isForged?: boolean;
};

const flag = { userPresent: 0x01, userVerified: 0x04, attestedCredential: 0x40 };

const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest();

/**
 * An authenticator with one passkey: a P-256 key of its own. It counts its signatures unless `step`
 * is 0, as synced passkeys do.
 */
export class Authenticator {
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly credentialId = randomBytes(32);
  /** The next signature has this count plus `step`. */
  counter = 0;
  #userHandle = '';

  constructor(readonly step = 1) {}

  /** Makes the passkey, as `navigator.credentials.create` and `toJSON` give it. */
  create({ rp, user, challenge }: PasskeyCreationOptions, departure: Departure = {}): PasskeyAttestation {
    this.#userHandle = user.id;
    const idLength = Buffer.alloc(2);
    idLength.writeUInt16BE(this.credentialId.length);
    const attested = Buffer.concat([Buffer.alloc(16), idLength, this.credentialId, this.#coseKey()]);
    const authData = Buffer.concat([this.#head(departure.rpId ?? rp.id, departure, flag.attestedCredential), attested]);
    const attestation = new Map<string, string | Uint8Array | Map<never, never>>([
      ['fmt', 'none'],
      ['attStmt', new Map<never, never>()],
      ['authData', new Uint8Array(authData)],
    ]);
    return {
      ...this.#names(),
      response: {
        clientDataJSON: clientData('webauthn.create', rp.id, { challenge, ...departure }),
        attestationObject: Buffer.from(isoCBOR.encode(attestation)).toString('base64url'),
        transports: ['internal'],
      },
    };
  }

  /** Signs, as `navigator.credentials.get` and `toJSON` give it. */
  get({ rpId, challenge }: PasskeyRequestOptions, departure: Departure = {}): PasskeyAssertion {
    this.counter += this.step;
    const authData = this.#head(departure.rpId ?? rpId, departure);
    const clientDataJSON = clientData('webauthn.get', rpId, { challenge, ...departure });
    const signed = Buffer.concat([authData, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
    const signature = createSign('sha256')
      .update(departure.isForged === true ? Buffer.from('something else') : signed)
      .sign(this.#keys.privateKey);
    return {
      ...this.#names(),
      response: {
        clientDataJSON,
        authenticatorData: authData.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: departure.userHandle === undefined ? this.#userHandle : departure.userHandle,
      },
    };
  }

  #names() {
    const id = this.credentialId.toString('base64url');
    return { id, rawId: id, type: 'public-key' as const };
  }

  /** The hash of the host, the flags and the count. */
  #head(rpId: string, { isUserVerified = true }: Departure, more = 0): Buffer {
    const rest = Buffer.alloc(5);
    rest.writeUInt8(flag.userPresent | (isUserVerified ? flag.userVerified : 0) | more);
    rest.writeUInt32BE(this.counter, 1);
    return Buffer.concat([sha256(rpId), rest]);
  }

  #coseKey(): Uint8Array {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    return isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [cose.COSEKEYS.kty, cose.COSEKTY.EC2],
        [cose.COSEKEYS.alg, cose.COSEALG.ES256],
        [cose.COSEKEYS.crv, cose.COSECRV.P256],
        [cose.COSEKEYS.x, new Uint8Array(Buffer.from(x, 'base64url'))],
        [cose.COSEKEYS.y, new Uint8Array(Buffer.from(y, 'base64url'))],
      ]),
    );
  }
}

function clientData(type: string, host: string, { challenge, origin }: { challenge: string; origin?: string }): string {
  const data = { type, challenge, origin: origin ?? `http://${host}:3001`, crossOrigin: false };
  return Buffer.from(JSON.stringify(data)).toString('base64url');
}
