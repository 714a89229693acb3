import { expect, test } from 'vitest';

import {
  checkpointBody,
  checkpointsIn,
  emptyRoot,
  parseCheckpoint,
  parsePolicy,
  signatureKinds,
  signNote,
  vkeyOf,
} from '../src/index.ts';
import { noteSigner, sha256 } from '../src/node.ts';
import { twoSites, verify } from './verifying.ts';

const signer = noteSigner('w.example', new Uint8Array(32).fill(1));
const known = vkeyOf(sha256, { ...signer, kind: signatureKinds.cosignature });
/** A key of ML-DSA-44. */
const unknown = `new.example+0a0b0c0d+${btoa(String.fromCharCode(6).padEnd(1313, 'k'))}`;
const policy = (...lines: string[]) => parsePolicy(sha256, `${lines.join('\n')}\n`);

test('a witness with a key of an unknown kind is passed over, and never counts for the quorum', () => {
  const lines = [`witness a ${known} https://a.example`, `witness b ${unknown} https://b.example`];
  for (const [quorum, nobody, one] of [
    ['any', false, true],
    ['1', false, true],
    ['2', false, false],
    ['all', false, false],
  ] as const) {
    const { witnesses, isSatisfied } = policy(...lines, `group g ${quorum} a b`, 'quorum g');
    expect(witnesses.map(({ name }) => name)).toEqual(['w.example']);
    expect([isSatisfied([]), isSatisfied(witnesses)], quorum).toEqual([nobody, one]);
  }
  const alone = policy(...lines, 'quorum b');
  expect(alone.isSatisfied(alone.witnesses)).toBe(false);
});

test('a policy is refused for a key that is broken, of a wrong kind, or there twice, and for numbers that are not decimal', () => {
  const wrong = vkeyOf(sha256, signer);
  for (const lines of [
    ['witness a x'],
    [`witness a ${known.slice(0, -4)}`],
    [`witness a ${unknown}=`],
    [`witness a ${wrong}`],
    [`witness a ${known}`, `witness b ${known}`],
    [`witness a ${unknown}`, `witness b ${unknown.replace('new', 'other')}`],
    [`witness a ${known}`, 'group g 0x1 a'],
    [`witness a ${known}`, 'group g 1e0 a'],
    [`witness a ${known}`, 'group g 2 a'],
    [`log ${known}`],
  ])
    expect(() => policy(...lines, 'quorum none'), lines.join(' / ')).toThrow(
      new RegExp(`^line ${lines.length} of the policy`),
    );
});

test('names of a policy are taken as they are: only blanks and tabs part them', () => {
  const { isSatisfied } = policy(`witness\t a\u00a0b  ${known}`, 'group K all a\u00a0b', 'quorum K');
  expect(isSatisfied([])).toBe(false);
  expect(() => policy('witness K x', `witness \u212a ${known}`, 'quorum none')).toThrow('line 1');
});

test('who names logs of unknown kinds alone does not believe everybody', async () => {
  const log = twoSites();
  const text = `log ${unknown}\nquorum none\n`;
  await expect(verify(log.bundle(), { policy: text })).rejects.toThrow('no log with a key of Ed25519');
  const both = `log ${unknown}\nlog ${log.vkeys[0]}\nquorum none\n`;
  expect(await verify(log.bundle(), { policy: both })).toMatchObject({ verified: true, key: 'given' });
});

test('a checkpoint may have extension lines, which are signed with it, but no empty one', () => {
  const head = { origin: 'log.example', size: 0, root: emptyRoot(sha256) };
  const text = signNote(sha256, `${checkpointBody(head)}one\ntwo three\n`, [signer]);
  expect(parseCheckpoint(text)).toMatchObject({ head, note: { body: `${checkpointBody(head)}one\ntwo three\n` } });
  expect(checkpointsIn(`Hello,\n\n${text}\nregards`)).toEqual([text]);
  expect(parseCheckpoint(signNote(sha256, `${checkpointBody(head)}\none\n`, [signer]))).toBeUndefined();
});

test('a signature line of an unknown kind or key is passed over', async () => {
  const log = twoSites();
  const checkpoint = log.checkpoint() + `— ${log.origin} ${btoa('\0\0\0\0'.padEnd(2432, 's'))}\n`;
  expect(await verify(log.bundle(undefined, undefined, { checkpoint }), { vkeys: log.vkeys })).toMatchObject({
    verified: true,
  });
});
