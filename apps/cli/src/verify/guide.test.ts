import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { MadeLog, siteIdOf, timeAt } from '@goal/signed-log/testing';
import { expect, test } from 'vitest';

const guide = path.resolve(import.meta.dirname, '../../../../docs/guide/verify.md');
const [a, b] = [siteIdOf(1), siteIdOf(2)];
const by = 'account_key';

/** A log with a line of each kind that a bundle has, and another log behind it. */
function sample(): MadeLog {
  const log = new MadeLog();
  for (const site_id of [a, b]) log.note({ kind: 'site.begin', at: timeAt(0), site_id, retention_days: 30, by });
  for (let at = 0; at < 270; at++) log.store(at % 2 === 0 ? a : b, at / 8);
  const [first] = log.events(b);
  if (first !== undefined) first.state = 'redacted';
  log.note({ kind: 'redact', at: timeAt(34), by, sites: [[b, [1]]] });
  log.purge(a, 40, 30);
  const next = new MadeLog({ number: 2, previous: log, at: 41 });
  next.store(a, 42);
  return next;
}

test('the Python program of the guide verifies what is untouched, and no altered, incomplete or unsigned bundle', async () => {
  const page = await readFile(guide, 'utf8');
  const [, program = ''] = /^```python\n([^]*?)^```$/m.exec(page) ?? [];
  const folder = await mkdtemp(path.join(tmpdir(), 'goal-guide-'));
  const run = async (bundle: string): Promise<{ status: number | null; said: string }> => {
    await writeFile(path.join(folder, 'bundle'), bundle);
    const { status, stdout, stderr } = spawnSync('python3', ['verify.py', 'bundle'], { cwd: folder, encoding: 'utf8' });
    return { status, said: stdout + stderr };
  };
  await writeFile(path.join(folder, 'verify.py'), program);
  const log = sample();
  const bundle = log.bundle();
  const gone = sample();
  const [event] = gone.events(a);
  if (event !== undefined) event.state = 'gone';
  const unsigned = bundle.replace(
    /(— \S+ [^"\\]{40})(.)(?=[^—]*$)/u,
    (_, head: string, one: string) => head + (one === 'A' ? 'B' : 'A'),
  );
  try {
    expect(await run(bundle)).toEqual({
      status: 0,
      said: `verified: ${log.origin}, ${log.size} leaves, root ${btoa(log.root())}\n`,
    });
    expect(await run(sample().bundle({ site_id: a }, [a]))).toMatchObject({ status: 0 });
    for (const bad of [
      bundle.replace('Grüße', 'Grüsse'),
      bundle.slice(0, bundle.lastIndexOf('{"end"')),
      gone.bundle(),
      unsigned,
    ])
      expect(await run(bad)).toMatchObject({ status: 1, said: expect.stringContaining('not verified') });
  } finally {
    await rm(folder, { recursive: true });
  }
});
