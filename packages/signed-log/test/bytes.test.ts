import fc from 'fast-check';
import { expect, test } from 'vitest';

import {
  checkpointBody,
  commitmentOf,
  emptyRoot,
  eventEntry,
  eventText,
  hashFromBase64,
  leafHash,
  noteEntry,
  parseCheckpoint,
  parseNote,
  parseTlogProof,
  parseVkey,
  signatureKinds,
  signersOf,
  signNote,
  tlogProof,
  TreeEdge,
  vkeyOf,
  type NoteSigner,
} from '../src/index.ts';
import { noteSigner, sha256, verifySignature } from '../src/node.ts';
import { vectors } from './vectors.ts';

const salt = Buffer.from(vectors.salt, 'base64');
const signer = noteSigner(vectors.origin, vectors.seed);
const tools = { sha256, verifySignature };

test('the test vectors of events, notes, leaves and roots come out byte for byte', () => {
  const text = eventText(vectors.event, vectors.event.site_id);
  expect(text).toBe(vectors.eventText);
  expect(Buffer.byteLength(text)).toBe(vectors.eventTextBytes);
  const commitment = commitmentOf(sha256, salt, text);
  expect(btoa(commitment)).toBe(vectors.commitment);
  expect(commitmentOf(sha256, salt, Buffer.from(text))).toBe(commitment);
  const entry = eventEntry({
    siteId: vectors.siteId,
    n: 1,
    id: vectors.event.id,
    occurredOn: '2026-11-22',
    receivedAt: vectors.receivedAt,
    commitment,
  });
  expect([...vectors.notes.map(noteEntry), entry]).toEqual(vectors.entries);

  const edge = new TreeEdge(sha256);
  expect(edge.root()).toBe(emptyRoot(sha256));
  const roots = [btoa(edge.root())];
  for (const one of vectors.entries) {
    edge.push(leafHash(sha256, one));
    roots.push(btoa(edge.root()));
  }
  expect(vectors.entries.map((one) => btoa(leafHash(sha256, one)))).toEqual(vectors.leaves);
  expect(roots).toEqual(vectors.roots);
});

test('the test vectors of the key and the checkpoint come out byte for byte, and the signature verifies', async () => {
  const head = { origin: vectors.origin, size: 3, root: hashFromBase64(vectors.roots[3] ?? '') ?? '' };
  expect(signNote(sha256, checkpointBody(head), [signer])).toBe(vectors.checkpoint);
  expect(vkeyOf(sha256, signer)).toBe(vectors.vkey);

  const read = parseCheckpoint(vectors.checkpoint);
  expect(read?.head).toEqual(head);
  const key = parseVkey(sha256, vectors.vkey);
  if (read === undefined || key === undefined) throw new Error('a vector does not parse');
  expect(await signersOf(tools, read.note, [key])).toEqual([key]);
  expect(await signersOf(tools, { ...read.note, body: read.note.body.replace('3', '4') }, [key])).toEqual([]);
});

test('an event text has the key ip only where there is one, between id and message', () => {
  expect(eventText({ ...vectors.event, ip: null }, vectors.event.site_id)).toBe(vectors.eventText);
  expect(eventText({ ...vectors.event, ip: '192.0.2.1' }, vectors.event.site_id)).toBe(
    vectors.eventText.replace('"message"', '"ip":"192.0.2.1","message"'),
  );
});

test('a note that two keys signed names both, and one broken signature of a known key spoils it', async () => {
  const other = noteSigner('other.example', new Uint8Array(32).fill(8));
  const keys = [signer, other].map(({ name, publicKey }) => ({ name, publicKey, kind: signatureKinds.ed25519 }));
  const forged: NoteSigner = { ...other, sign: () => new Uint8Array(64) };
  const signedBy = async (signers: NoteSigner[]): Promise<string[]> => {
    const note = parseNote(signNote(sha256, 'some.example\n\nmore\n', signers));
    if (note === undefined) throw new Error('the note does not parse');
    return (await signersOf(tools, note, keys)).map(({ name }) => name);
  };
  expect(await signedBy([signer, other])).toEqual([signer.name, other.name]);
  expect(await signedBy([noteSigner('unknown.example', vectors.seed), other])).toEqual([other.name]);
  expect(await signedBy([signer, forged])).toEqual([]);
});

test('a cosignature of a witness verifies over its time and the body', async () => {
  // The layout of c2sp.org/tlog-cosignature: the time as eight bytes, then the signature.
  const witness = noteSigner('witness.example', new Uint8Array(32).fill(9));
  const key = { name: witness.name, publicKey: witness.publicKey, kind: signatureKinds.cosignature };
  const vkey = vkeyOf(sha256, key);
  expect(parseVkey(sha256, vkey)).toEqual(key);
  const { body } = parseNote(vectors.checkpoint) ?? { body: '' };
  const time = Buffer.alloc(8);
  time.writeBigUInt64BE(1_679_315_147n);
  const cosigned = witness.sign(Buffer.from(`cosignature/v1\ntime 1679315147\n${body}`));
  const id = Buffer.from(vkey.split('+')[1] ?? '', 'hex');
  const line = `— ${witness.name} ${Buffer.concat([id, time, cosigned]).toString('base64')}\n`;
  const note = parseNote(vectors.checkpoint + line);
  if (note === undefined) throw new Error('the note does not parse');
  expect(await signersOf(tools, note, [key])).toEqual([key]);
  time.writeBigUInt64BE(1_679_315_148n);
  const later = `— ${witness.name} ${Buffer.concat([id, time, cosigned]).toString('base64')}\n`;
  expect(await signersOf(tools, parseNote(vectors.checkpoint + later) ?? note, [key])).toEqual([]);
});

test('what is no note, vkey, checkpoint or proof is not read as one', () => {
  const { checkpoint, vkey } = vectors;
  for (const bad of [
    '',
    checkpoint.slice(0, -1),
    checkpoint.replace('\n\n', '\n'),
    checkpoint.replace('— ', '- '),
    checkpoint.replace('goal.example', 'goal\t.example'),
    checkpoint.replace('ikQw=', 'ikQw'),
  ])
    expect(parseNote(bad), bad).toBeUndefined();
  const bad = checkpoint.replace('\n3\n', '\n03\n');
  expect(parseCheckpoint(bad), bad).toBeUndefined();
  for (const bad of ['', 'a+b+c', vkey.replace('fa7b', 'fa7c'), vkey.replace('goal', 'gaol'), `${vkey}A`, ` ${vkey}`])
    expect(parseVkey(sha256, bad), bad).toBeUndefined();
  const proof = tlogProof({ index: 2, hashes: [], checkpoint });
  for (const bad of [
    proof.replace('@v1', '@v2'),
    proof.replace('index 2', 'index 02'),
    proof.replace('\n\n', '\nx\n\n'),
  ])
    expect(parseTlogProof(bad), bad).toBeUndefined();
});

test('a proof as a file comes back as it was', () => {
  const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 });
  fc.assert(
    fc.property(fc.nat(), fc.array(bytes), fc.option(fc.uint8Array(), { nil: undefined }), (index, hashes, extra) => {
      const proof = { index, hashes: hashes.map((one) => sha256(one)), checkpoint: vectors.checkpoint };
      const whole = extra === undefined ? proof : { ...proof, extra };
      expect(parseTlogProof(tlogProof(whole))).toEqual(whole);
    }),
    { numRuns: 20 },
  );
});
