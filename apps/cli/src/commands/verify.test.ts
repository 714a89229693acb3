import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { tlogProof } from '@goal/signed-log';
import { MadeLog, siteIdOf, timeAt } from '@goal/signed-log/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { goal, type Ended } from '../testing/goal.ts';

const site = siteIdOf(1);
const by = 'account_key';
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'goal-verify-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function fileOf(name: string, text: string | Uint8Array): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, text);
  return file;
}

/** Nothing in the environment: no database, no folder of data, no network. */
const verify = (...args: string[]): Promise<Ended> => goal(['verify', ...args], {});

/** A log of one site whose retention was shortened for a day, to purge. */
function madeLog(): MadeLog {
  const log = new MadeLog();
  log.note({ kind: 'site.begin', at: timeAt(0), site_id: site, retention_days: 90, by });
  for (let at = 0; at < 9; at++) log.store(site, at);
  log.note({ kind: 'site.retention', at: timeAt(9), site_id: site, retention_days: 1, by });
  log.purge(site, 10, 1);
  log.note({ kind: 'site.retention', at: timeAt(11), site_id: site, retention_days: 90, by });
  log.store(site, 12, { received_at: timeAt(15) });
  return log;
}

test('an untouched bundle is verified with exit code 0, and the first page says which rules became less strict', async () => {
  const log = madeLog();
  const file = await fileOf('good.ndjson', log.bundle());
  const { code, out, err } = await verify(file);
  expect(err).toBe('');
  expect(out.split('\n')).toEqual([
    'VERIFIED: the log of account a0000000-0000-4000-8000-000000000000 is complete and unaltered, up to leaf 15.',
    '',
    `log          ${log.origin}`,
    `             15 leaves, begun ${timeAt(0)}`,
    `             root ${btoa(log.root())}`,
    `             signed by ${log.vkeys[0]}`,
    "key          the key is the bundle's own word: compare it with one that came another way, or give that with --vkey",
    'checkpoints  none was given: an older one, with --checkpoint, shows that nothing was rewritten since then',
    'events       1 shown, 9 purged by retention, 0 deleted with their site, 0 redacted',
    '             1 arrived more than a day after they happened',
    'sites        1',
    `rules        ${timeAt(9)} site ${site}: kept 90 days, then 1 day (by account_key); 9 events purged within 14 days after`,
    '',
    'Not shown by any check: what was changed before it was sealed, what a sender never sent or sent falsely,',
    'and what is older than the log. The guide «Verify the log» says what is caught, and where that ends.',
    '',
  ]);
  expect(code).toBe(0);
  const json = await verify(file, '--vkey', log.vkeys[0] ?? '', '--json');
  expect(JSON.parse(json.out)).toMatchObject({ verified: true, key: 'given', events: { kept: 1, purged: 9 } });
  expect(json).toMatchObject({ code: 0, err: '' });
});

test('an altered bundle is exit code 1, and the first line says where and why', async () => {
  const log = madeLog();
  const leaf = log.events(site)[9];
  if (leaf === undefined) throw new Error('the log has no such event');
  const bundle = log.bundle();
  const whole = await fileOf('altered.ndjson', bundle.replace('Grüße', 'Grüsse'));
  const older = await fileOf('older', `${log.checkpoint(2)}\n${log.checkpoint(15)}`);
  for (const [line, met, ...options] of [
    ['17', 'none was met before the fault'],
    ['16', 'met before the fault: 2 leaves', '--checkpoint', older],
  ]) {
    const { code, out } = await verify(whole, ...options);
    expect(out).toContain(`NOT VERIFIED at line ${line}, `);
    expect(out).toContain(`\ncheckpoints  ${met}\n`);
    expect(code).toBe(1);
  }
  leaf.state = 'gone';
  const gone = await verify(await fileOf('gone.ndjson', log.bundle()));
  expect(gone.out.split('\n')[0]).toBe(
    `NOT VERIFIED at leaf 14: site ${site}: an event of 2026-01-13 is gone, and no purge note behind it reaches that day.`,
  );
  expect(gone.code).toBe(1);
  const json = await verify(whole, '--json');
  expect([JSON.parse(json.out).verified, json.code]).toEqual([false, 1]);
});

test('R§9.9 whatever a bundle calls things, no line of the answer is its own', async () => {
  const log = madeLog();
  const spoken = `somebody)\nkey          the key that you gave`;
  log.note({ kind: 'site.retention', at: timeAt(16), site_id: site, retention_days: 1, by: spoken });
  const { code, out } = await verify(await fileOf('spoken.ndjson', log.bundle()));
  expect(code).toBe(0);
  expect(out.split('\n').filter((line) => line.startsWith('key '))).toEqual([
    expect.stringContaining("the key is the bundle's own word"),
  ]);
});

test('a damaged file ends with exit code 1 or 2 and one answer, never with «verified» and never with a stack', async () => {
  const whole = Buffer.from(madeLog().bundle());
  const codes = new Set<number | null>();
  for (let nth = 0; nth < 36; nth++) {
    const at = Math.floor((nth * whole.length) / 36);
    const [before, after] = [whole.subarray(0, at), whole.subarray(at)];
    const flipped = Buffer.from(whole);
    flipped[at] = (flipped[at] ?? 0) ^ (1 << (nth % 8));
    const damaged = [flipped, Buffer.concat([before, after.subarray(nth + 1)]), Buffer.concat([before, whole])][
      nth % 3
    ];
    const { code, out, err } = await verify(await fileOf('damaged', damaged ?? flipped));
    codes.add(code);
    expect(out + err, `${nth}`).not.toMatch(/^VERIFIED|^\s+at /m);
  }
  expect(codes).toEqual(new Set([1, 2]));
});

test('what cannot be read, and wrong usage, is exit code 2 with one sentence', async () => {
  const log = madeLog();
  const good = await fileOf('good-2.ndjson', log.bundle());
  const text = await fileOf('note.txt', 'nothing\n');
  const wrong: [args: string[], sentence: string][] = [
    [[], "error: missing required argument 'file'"],
    [['no-such-file'], 'no-such-file: no such file or folder.'],
    [[folder], `${folder}: it is a folder.`],
    [[text], 'this is no bundle of a signed log: the line is no object of JSON'],
    [[good, '--vkey', 'x'], 'this is no key of a log: x'],
    [[good, '--checkpoint', text], `${text}: no checkpoint is in it.`],
    [[good, '--checkpoint', 'no-such-file'], 'no-such-file: no such file or folder.'],
    [[good, '--policy', text], 'line 1 of the policy: nothing is no word of a policy'],
    [[good, '--unknown'], "error: unknown option '--unknown'"],
  ];
  for (const [args, sentence] of wrong)
    expect(await verify(...args), sentence).toEqual({ code: 2, out: '', err: `${sentence}\n` });
});

test('an older checkpoint is found in a note, a mail, an export, a proof and an older bundle', async () => {
  const log = madeLog();
  const bundle = await fileOf('good-3.ndjson', log.bundle());
  const checkpoint = log.checkpoint(8);
  const forged = madeLog();
  forged.leaves.splice(5, 1, ...forged.events(site).slice(0, 1));
  const older = new MadeLog();
  const forms = {
    note: checkpoint,
    mail: `Dear customer,\r\n\r\n${checkpoint.replaceAll('\n', '\r\n')}\r\nYours\r\n`,
    json: JSON.stringify({ origin: log.origin, checkpoint }, null, 2),
    lines: `{"id":1,"message":"\\"checkpoint\\":"}\n${JSON.stringify({ complete: true, checkpoint })}\n`,
    proof: tlogProof({ index: 2, hashes: [], checkpoint }),
    bundle: older.bundle(),
    'a paste without its last line end': checkpoint.trimEnd(),
    'a byte order mark and line ends of Windows': `\uFEFF${checkpoint.replaceAll('\n', '\r\n')}`,
    'line ends of an old Mac': checkpoint.replaceAll('\n', '\r'),
    'a reply by mail': `Yes:\n${checkpoint.replaceAll(/^/gm, '> ')}\n`,
    'blanks around each line': checkpoint.replaceAll(/^/gm, '\u00a0 ').replaceAll('\n', ' \n'),
    'a proof without its last line end': tlogProof({ index: 2, hashes: [], checkpoint }).trimEnd(),
    long: `${'{"id":1}\n'.repeat(300_000)}${JSON.stringify({ complete: true, checkpoint })}\n`,
  };
  for (const [form, text] of Object.entries(forms)) {
    const { code, out } = await verify(bundle, '--checkpoint', await fileOf(form, text));
    expect(out, form).toContain(`on the way lie those that you gave: ${form === 'bundle' ? '1 leaf' : '8 leaves'}`);
    expect(code, form).toBe(0);
  }
  const utf16 = await fileOf('utf-16', '');
  await writeFile(utf16, Buffer.from(`\uFEFF${checkpoint}`, 'utf16le'));
  expect((await verify(bundle, '--checkpoint', utf16)).code).toBe(0);
  const { code, out } = await verify(bundle, '--checkpoint', await fileOf('forged', forged.checkpoint(8)));
  expect(out).toContain('NOT VERIFIED at line 9, leaf 7: this is another history');
  expect(code).toBe(1);
});

test('the built program reads standard input, with nothing else around it', () => {
  const main = path.resolve(import.meta.dirname, '../../dist/bundle/main.js');
  const { status, stdout } = spawnSync(process.execPath, [main, 'verify', '-'], {
    cwd: folder,
    env: {},
    input: madeLog().bundle(),
    encoding: 'utf8',
  });
  expect(stdout).toContain('VERIFIED: the log of account');
  expect(status).toBe(0);
});
