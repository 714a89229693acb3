import { checkpointBody, verifyBundle, type Verdict, type VerifyOptions } from '@goal/signed-log';
import { noteSigner, runningSha256, sha256, verifySignature } from '@goal/signed-log/node';
import { MadeLog, siteIdOf, timeAt } from '@goal/signed-log/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';

import { browserCrypto } from '../src/crypto.ts';

const ofNode: VerifyOptions['crypto'] = { sha256, runningSha256, verifySignature };

test('hashes are those of OpenSSL, of texts and bytes of any length, at once and in parts', () => {
  const part = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 300 }), fc.uint8Array({ maxLength: 300 }));
  fc.assert(
    fc.property(fc.array(part, { maxLength: 4 }), (parts) => {
      const [one, other] = [browserCrypto.runningSha256(), runningSha256()];
      for (const each of parts) {
        expect(browserCrypto.sha256(each)).toBe(sha256(each));
        for (const running of [one, other]) running.update(Buffer.from(each));
        expect(one.hexSoFar()).toBe(other.hexSoFar());
      }
    }),
    { numRuns: 100 },
  );
  const long = '\u2028ü'.repeat(100_000);
  expect(browserCrypto.sha256(long)).toBe(sha256(long));
});

test('signatures are judged as by OpenSSL: true ones, altered ones, and what is no signature or no key', () => {
  const signer = noteSigner('goal.example', new Uint8Array(32).fill(7));
  const message = Buffer.from(checkpointBody({ origin: 'goal.example', size: 1, root: sha256('') }));
  const signature = signer.sign(message);
  const altered = Array.from({ length: 10 }, (_, at) => {
    const copy = Uint8Array.from(signature);
    copy[at * 7] = (copy[at * 7] ?? 0) ^ 1;
    return copy;
  });
  const { publicKey } = signer;
  const { publicKey: another } = noteSigner('goal.example', new Uint8Array(32).fill(8));
  expect(browserCrypto.verifySignature(publicKey, message, signature)).toBe(true);
  expect(browserCrypto.verifySignature(publicKey, Buffer.from('another'), signature)).toBe(false);
  for (const bad of [
    ...altered,
    new Uint8Array(0),
    signature.slice(1),
    new Uint8Array(64),
    new Uint8Array(64).fill(255),
  ])
    expect(browserCrypto.verifySignature(publicKey, message, bad)).toBe(false);
  for (const bad of [new Uint8Array(0), new Uint8Array(32).fill(255), another])
    expect(browserCrypto.verifySignature(bad, message, signature)).toBe(false);
});

test('a bundle gets the same verdict as from the command: true, altered, and signed falsely', async () => {
  const log = new MadeLog();
  const site_id = siteIdOf(1);
  log.note({ kind: 'site.begin', at: timeAt(0), site_id, retention_days: 30, by: 'account_key' });
  for (let at = 0; at < 300; at++) log.store(site_id, at / 4);
  log.purge(site_id, 80, 30);
  const forged = new MadeLog();
  forged.signers = forged.signers.map((signer) => ({ ...signer, sign: () => new Uint8Array(64).fill(1) }));
  const verdicts: boolean[] = [];
  for (const bundle of [log.bundle(), log.bundle().replace('Grüße', 'Grusse'), forged.bundle()]) {
    const [one, other] = await Promise.all([verdictOf(bundle, browserCrypto), verdictOf(bundle, ofNode)]);
    expect(one).toEqual(other);
    verdicts.push(one.verified);
  }
  expect(verdicts).toEqual([true, false, false]);
});

function verdictOf(bundle: string, crypto: VerifyOptions['crypto']): Promise<Verdict> {
  async function* whole(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(bundle);
  }
  return verifyBundle(whole(), { crypto, nowMs: Date.parse('2028-01-01T00:00:00.000Z') });
}
