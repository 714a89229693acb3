import { createPublicKey } from 'node:crypto';

import { verifyTLogInclusion } from '@sigstore/verify/dist/tlog/index.js';
import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { expect, test } from 'vitest';

import { eventText, inclusionPlan, noteEntry, proofHashes, type LoggedEvent } from '../src/index.ts';
import { sha256 } from '../src/node.ts';
import { siteIdOf, timeAt, type MadeLog } from '../src/testing/log-maker.ts';
import { twoSites } from './verifying.ts';
import { vectors } from './vectors.ts';

/** The DER of a key of Ed25519 before its 32 bytes (RFC 8410). */
const publicKeyHead = Buffer.from('302a300506032b6570032100', 'hex');

type Entry = Parameters<typeof verifyTLogInclusion>[0];

/** What Sigstore asks about a leaf: its bytes, the proof that it is in the tree, and the tree. */
function entryOf(log: MadeLog, index: number, checkpoint = log.checkpoint()): Entry {
  const hashes = proofHashes(sha256, inclusionPlan(log.size, index), log.hashOf);
  return {
    logIndex: String(index),
    logId: { keyId: Buffer.alloc(32) },
    // Only the check of what an entry says would ask for its kind.
    kindVersion: { kind: 'hashedrekord', version: '0.0.1' },
    integratedTime: '0',
    inclusionPromise: undefined,
    inclusionProof: {
      logIndex: String(index),
      rootHash: Buffer.from(log.root(), 'latin1'),
      treeSize: String(log.size),
      hashes: hashes.map((hash) => Buffer.from(hash, 'latin1')),
      checkpoint: { envelope: checkpoint },
    },
    canonicalizedBody: Buffer.from(log.leaves[index]?.entry ?? ''),
  };
}

/** Whether Sigstore's verifier takes an entry; it knows the key of the log. Throws its fault. */
function takes(log: MadeLog, entry: Entry): true {
  const tlogs = log.signers.map(({ publicKey }, at) => ({
    // Sigstore finds a key by the first four bytes of this, which stand before the signature.
    logID: Buffer.from(log.vkeys[at]?.split('+')[1] ?? '', 'hex'),
    baseURL: log.origin,
    publicKey: createPublicKey({ key: Buffer.concat([publicKeyHead, publicKey]), format: 'der', type: 'spki' }),
    validFor: { start: new Date(0), end: new Date(8.64e15) },
  }));
  verifyTLogInclusion(entry, tlogs);
  return true;
}

test('Sigstore verifies checkpoint and inclusion of every leaf, and refuses a changed leaf, proof, root and signature', () => {
  const log = twoSites(20);
  for (let index = 0; index < log.size; index++) expect(takes(log, entryOf(log, index))).toBe(true);
  const entry = entryOf(log, 7);
  const proof = entry.inclusionProof;
  if (proof === undefined) throw new Error('the entry has no proof');
  const wrong: [Entry, why: string][] = [
    [{ ...entry, canonicalizedBody: Buffer.from(log.leaves[8]?.entry ?? '') }, 'calculated root hash'],
    [{ ...entry, inclusionProof: { ...proof, logIndex: '8' } }, 'calculated root hash'],
    [{ ...entry, inclusionProof: { ...proof, hashes: proof.hashes.slice(1) } }, 'invalid hash count'],
    [entryOf(log, 7, twoSites(19).checkpoint()), 'calculated root hash'],
    [entryOf(log, 7, log.checkpoint().replace(btoa(log.root()), btoa(sha256('')))), 'invalid checkpoint signature'],
  ];
  for (const [one, why] of wrong) expect(() => takes(log, one), why).toThrow(why);
});

const hostile = [
  '',
  '\0',
  '\u007f',
  '\u2028\u2029',
  '\ufeff',
  '\u202e',
  '\ud83d\ude00',
  '"\\/\b\f\n\r\t',
  '</script>',
  '${x}',
  '__proto__',
  'ﷺ'.repeat(20),
  'e\u0301',
  '\u{1d4b3}',
];
/** Texts as ingest lets them through: of any characters but halves of a pair. */
const text = fc.oneof(fc.constantFrom(...hostile), fc.string({ unit: 'binary', maxLength: 60 }));
/** As long as a message may be. */
const longest = '\u{1d4b3}'.repeat(8192);
const orNull = (one: fc.Arbitrary<string>): fc.Arbitrary<string | null> => fc.option(one, { nil: null });
const whole = fc.option(fc.integer({ min: -(2 ** 53) + 1, max: 2 ** 53 - 1 }), { nil: null });

test('another program for RFC 8785 gives the same bytes of 10,000 events with hostile texts, and of notes', () => {
  const event: fc.Arbitrary<LoggedEvent> = fc.record({
    code: whole,
    event_type: orNull(text),
    event_uuid: orNull(text),
    id: fc.nat(),
    ip: orNull(text),
    message: fc.oneof({ weight: 99, arbitrary: orNull(text) }, { weight: 1, arbitrary: fc.constant(longest) }),
    object: orNull(text),
    occurred_at: fc.constant(timeAt(0)),
    post_id: whole,
    post_status: orNull(text),
    post_type: orNull(text),
    received_at: fc.constant(timeAt(0)),
    session_id: orNull(text),
    severity: orNull(text),
    site_id: fc.constant(siteIdOf(1)),
    user_agent: orNull(text),
    user_id: whole,
    username: orNull(text),
  });
  fc.assert(
    fc.property(event, (one) => {
      // An event without an address has no key for it.
      const { ip, ...rest } = one;
      expect(eventText(one, one.site_id)).toBe(canonicalize(ip === null ? rest : { ...rest, ip }));
      const note = {
        kind: 'hold.begin',
        at: timeAt(0),
        hold: one.message ?? '',
        site_id: null,
        by: 'operator',
      } as const;
      expect(noteEntry(note)).toBe(`note ${canonicalize({ v: 1, ...note })}`);
    }),
    { numRuns: 10_000 },
  );
  expect(canonicalize(vectors.event)).toBe(vectors.eventText);
});
