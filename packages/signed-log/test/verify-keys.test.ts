import { expect, test } from 'vitest';

import {
  bundleEnd,
  checkpointBody,
  consistencyLine,
  consistencyPlan,
  leafHash,
  parseNote,
  proofHashes,
  signatureKinds,
  signNote,
  TreeEdge,
  vkeyOf,
  type Witnessed,
} from '../src/index.ts';
import { noteSigner, runningSha256, sha256 } from '../src/node.ts';
import { MadeLog, siteIdOf, timeAt } from '../src/testing/log-maker.ts';
import { sentenceOf, verify } from './verifying.ts';

const a = siteIdOf(1);
const seedOf = (byte: number): Uint8Array => new Uint8Array(32).fill(byte);
const notGiven = (size: number): string => `the checkpoint of ${size} leaves is not signed with a key that was given`;

function oneSite(seed = 7, events = 5): MadeLog {
  const log = new MadeLog({ seed });
  log.note({ kind: 'site.begin', at: timeAt(0), site_id: a, retention_days: 30, by: 'account_key' });
  for (let at = 0; at < events; at++) log.store(a, at);
  return log;
}

test('a log that another key signed is not verified under the key that was given', async () => {
  const [honest, forged] = [oneSite(), oneSite(8)];
  const vkeys = honest.vkeys;
  expect(await verify(honest.bundle(), { vkeys })).toMatchObject({ verified: true, key: 'given' });
  const bare = honest.signers.map(({ publicKey }) => Buffer.from(publicKey).toString('base64'));
  expect(await verify(honest.bundle(), { vkeys: bare })).toMatchObject({ verified: true, key: 'given' });
  expect(await sentenceOf(forged.bundle())).toBe('verified');
  expect(await sentenceOf(forged.bundle(), { vkeys })).toBe(notGiven(7));
  await expect(verify(honest.bundle(), { vkeys: ['none'] })).rejects.toThrow('this is no key of a log: none');
});

test('the bundle must be signed with a key that it names itself', async () => {
  const log = oneSite();
  const bundle = log.bundle();
  const other = vkeyOf(sha256, noteSigner(log.origin, seedOf(8)));
  const relabelled = bundle.replace(`"vkeys":["${log.vkeys[0]}"]`, `"vkeys":["${other}"]`);
  const text = relabelled.slice(0, relabelled.lastIndexOf('{"end"'));
  const running = runningSha256();
  running.update(Buffer.from(text));
  const end = { end: log.size, checkpoint: log.checkpoint(), witnessed: null, lines: 8, sha256: running.hexSoFar() };
  expect(await sentenceOf(`${text}${bundleEnd(end)}\n`)).toBe(
    'the checkpoint of 7 leaves is not signed with a key that the bundle names',
  );
});

test('a key that was replaced signs for 30 days beside the new one, and whoever holds it comes to trust the new one by a checkpoint of that time', async () => {
  const log = oneSite();
  const [old] = log.signers;
  const next = noteSigner(log.origin, seedOf(8));
  if (old === undefined) throw new Error('the log has no signer');
  const vkeys = log.vkeys;
  log.note({ kind: 'key', at: timeAt(10), vkey: vkeyOf(sha256, next), replaces: vkeyOf(sha256, old) });
  log.store(a, 11);
  log.signers = [next];
  expect(await sentenceOf(log.bundle())).toBe(
    'the key was replaced less than 30 days ago, and not both keys signed the log',
  );
  for (const received_at of ['2999-01-01T00:00:00.000Z', '2026-13-01T00:00:00.000Z']) {
    const claims = oneSite();
    claims.note({ kind: 'key', at: timeAt(10), vkey: vkeyOf(sha256, next), replaces: vkeyOf(sha256, old) });
    claims.store(a, 11, { received_at });
    claims.signers = [next];
    expect(await sentenceOf(claims.bundle()), received_at).toContain('and not both keys signed the log');
  }
  log.signers = [next, old];
  const between = log.checkpoint();
  expect(await verify(log.bundle(), { vkeys })).toMatchObject({ verified: true, logs: [{ signed_by: { length: 2 } }] });

  log.store(a, 45);
  log.signers = [next];
  const bundle = log.bundle();
  expect(await sentenceOf(bundle)).toBe('verified');
  expect(await sentenceOf(bundle, { vkeys: [vkeyOf(sha256, next)] })).toBe('verified');
  expect(await sentenceOf(bundle, { vkeys })).toBe(notGiven(10));
  expect(await sentenceOf(bundle, { vkeys, checkpoints: [between] })).toBe('verified');

  // A checkpoint from before the note vouches for nothing.
  log.signers = [old];
  const before = log.checkpoint(7);
  log.signers = [next];
  expect(await sentenceOf(bundle, { vkeys, checkpoints: [before] })).toBe(notGiven(10));

  // The next log of the file is signed by the new key alone.
  const after = new MadeLog({ number: 2, previous: log, at: 50, seed: 8 });
  expect(await sentenceOf(after.bundle(), { vkeys, checkpoints: [between] })).toBe('verified');
  expect(await sentenceOf(after.bundle(), { vkeys })).toBe(notGiven(10));
});

test('a bundle of a site is compared with a checkpoint by a line of consistency, and else says that it cannot be', async () => {
  const log = oneSite();
  const b = siteIdOf(2);
  log.note({ kind: 'site.begin', at: timeAt(6), site_id: b, retention_days: 30, by: 'account_key' });
  for (let at = 0; at < 9; at++) log.store(b, 7);
  const checkpoint = log.checkpoint(12);
  const bundle = log.bundle({ site_id: a }, [a]);
  expect(await sentenceOf(bundle, { checkpoints: [checkpoint] })).toBe(
    'the checkpoint of 12 leaves cannot be compared, because this bundle hides the leaves around it: ' +
      'the bundle of the account shows them',
  );
  const hashes = proofHashes(sha256, consistencyPlan(12, log.size), log.hashOf);
  const withLine = endAgain(bundle, log, null, [consistencyLine(12, log.size, hashes)]);
  expect(await sentenceOf(withLine)).toBe('verified');
  expect(await sentenceOf(withLine, { checkpoints: [checkpoint] })).toBe('verified');
  const forged = oneSite();
  forged.store(a, 6, { message: 'other' });
  for (let at = 0; at < 9; at++) forged.store(a, 7);
  expect(await sentenceOf(withLine, { checkpoints: [forged.checkpoint(12)] })).toContain('this is another history');
});

/** The bundle with another last line, and some lines before it. */
function endAgain(bundle: string, log: MadeLog, witnessed: Witnessed | null, lines: readonly string[]): string {
  const text = bundle.slice(0, bundle.lastIndexOf('{"end"')) + lines.map((line) => `${line}\n`).join('');
  const running = runningSha256();
  running.update(Buffer.from(text));
  const count = text.split('\n').length - 1;
  const end = { end: log.size, checkpoint: log.checkpoint(), witnessed, lines: count, sha256: running.hexSoFar() };
  return `${text}${bundleEnd(end)}\n`;
}

/**
 * A witness, as a policy names it, and its cosignature of a checkpoint (c2sp.org/tlog-cosignature).
 */
function witnessOf(name: string, byte: number): { vkey: string; cosign: (checkpoint: string) => string } {
  const signer = noteSigner(name, seedOf(byte));
  const vkey = vkeyOf(sha256, { ...signer, kind: signatureKinds.cosignature });
  return {
    vkey,
    cosign: (checkpoint) => {
      const time = Buffer.alloc(8);
      time.writeBigUInt64BE(1_700_000_000n);
      const body = parseNote(checkpoint)?.body ?? '';
      const signature = signer.sign(Buffer.from(`cosignature/v1\ntime 1700000000\n${body}`));
      const id = Buffer.from(vkey.split('+')[1] ?? '', 'hex');
      return `${checkpoint}— ${name} ${Buffer.concat([id, time, signature]).toString('base64')}\n`;
    },
  };
}

test('a policy asks for the cosignatures of witnesses, on the log of logs that holds a checkpoint of this one', async () => {
  const [one, two, three] = [1, 2, 3].map((byte) => witnessOf(`w${byte}.example`, byte));
  if (one === undefined || two === undefined || three === undefined) throw new Error('no witnesses');
  const policy = [
    '# of the log of logs',
    `witness w1 ${one.vkey} https://w1.example`,
    `witness w2 ${two.vkey}`,
    `\twitness w3 ${three.vkey}`,
    'group others any w2 w3',
    'group both all w1 others',
    'quorum both',
    '',
  ].join('\n');
  const log = oneSite();
  const entryAt = (size: number): string => `checkpoint ${log.origin} ${size} ${btoa(log.root(size))}`;
  const logOfLogs = new TreeEdge(sha256);
  logOfLogs.push(leafHash(sha256, 'checkpoint other 1 x'));
  logOfLogs.push(leafHash(sha256, entryAt(5)));
  const own = { origin: 'goal.example/log/of-logs', size: 2, root: logOfLogs.root() };
  const signed = signNote(sha256, checkpointBody(own), [noteSigner(own.origin, seedOf(7))]);
  const witnessed = {
    entry: entryAt(5),
    index: 1,
    proof: [btoa(leafHash(sha256, 'checkpoint other 1 x'))],
    checkpoint: one.cosign(three.cosign(signed)),
  };
  const proof = consistencyLine(5, log.size, proofHashes(sha256, consistencyPlan(5, log.size), log.hashOf));
  const bundle = log.bundle();
  const sentence = (change: Partial<Witnessed>, lines = [proof]): Promise<string> =>
    sentenceOf(endAgain(bundle, log, { ...witnessed, ...change }, lines), { policy });

  expect(await verify(endAgain(bundle, log, witnessed, [proof]), { policy })).toMatchObject({
    verified: true,
    logs: [{ witnessed_by: ['w1.example', 'w3.example'], witnessed_size: 5 }],
  });
  expect(await sentenceOf(bundle, { policy })).toContain('no log of logs is in the bundle');
  expect(await sentence({ checkpoint: one.cosign(signed) })).toBe(
    'the witnesses that the policy asks for did not sign the log of logs',
  );
  expect(await sentence({}, [])).toContain('the log of logs has another history');
  expect(await sentence({ entry: entryAt(4) })).toContain('the log of logs has another history');
  expect(await sentence({ index: 0 })).toBe('the log of logs does not hold the entry about this log');
  expect(await sentence({ entry: witnessed.entry.replace(log.origin, 'other') })).toContain('not about this log');

  log.signers = [...log.signers];
  const direct = endAgain(bundle, log, null, []).replace(
    JSON.stringify(log.checkpoint()),
    JSON.stringify(one.cosign(two.cosign(log.checkpoint()))),
  );
  expect(await verify(direct, { policy })).toMatchObject({
    logs: [{ witnessed_by: ['w1.example', 'w2.example'], witnessed_size: log.size }],
  });
  const none = `witness w1 ${one.vkey}\nquorum none\n`;
  const cosigned = endAgain(bundle, log, { ...witnessed, checkpoint: one.cosign(signed) }, [proof]);
  expect(await verify(cosigned, { policy: none })).toMatchObject({
    logs: [{ witnessed_by: ['w1.example'], witnessed_size: 5 }],
  });
  for (const text of [bundle, endAgain(bundle, log, { ...witnessed, checkpoint: signed }, [proof])])
    expect(await verify(text, { policy: none })).toMatchObject({
      verified: true,
      logs: [{ witnessed_by: [], witnessed_size: null }],
    });
  const withLog = `log ${log.vkeys[0]}\nquorum none\n`;
  expect(await verify(bundle, { policy: withLog })).toMatchObject({ verified: true, key: 'given' });

  for (const bad of [
    '',
    'quorum w1',
    `${policy}quorum none`,
    policy.replace('any', '3'),
    policy.replace('others any', 'none any'),
    policy.replace('w2 w3', 'w2 w2'),
    policy.replace('w3 ', 'w2 '),
    policy.replace(three.vkey, two.vkey),
    policy.replace(three.vkey, log.vkeys[0] ?? ''),
    policy.replace('group', 'troop'),
  ])
    await expect(verify(bundle, { policy: bad }), bad).rejects.toThrow('policy');
});
