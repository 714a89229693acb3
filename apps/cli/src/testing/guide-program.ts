import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { MadeLog, siteIdOf, timeAt } from '@goal/signed-log/testing';
import { expect } from 'vitest';

const verifiers = path.resolve(import.meta.dirname, '../../../../docs/verifiers');
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

/** Bundles that no program may verify: altered, cut off, unsigned, or with too much missing. */
function cheats(): Record<string, string> {
  const bundle = sample().bundle();
  const changed = (change: (log: MadeLog) => void): string => {
    const log = sample();
    change(log);
    return log.bundle();
  };
  const hiding = sample();
  hiding.note({ kind: 'site.count', at: timeAt(43), sites: [[a, hiding.numbers.get(a) ?? 0]] });
  hiding.store(a, 44).siteIds = [b];
  return {
    'an event of a site that is hidden behind a count': hiding.uncounted({ site_id: a }, [a]),
    'leaves that are hidden before the log of a whole account': asOfAccount(sample().uncounted({ site_id: a }, [a])),
    'a word of an event': bundle.replace('Grüße', 'Grüsse'),
    'an event taken out': bundle.replace(/\{"index":100,[^\n]*\n/, ''),
    'the end taken away': bundle.slice(0, bundle.lastIndexOf('{"end"')),
    'another signature': bundle.replace(
      /(— \S+ [^"\\]{40})(.)(?=[^—]*$)/u,
      (_, head: string, one: string) => head + (one === 'A' ? 'B' : 'A'),
    ),
    'an event gone without a reason': changed((log) => {
      const [event] = log.events(a);
      if (event !== undefined) event.state = 'gone';
    }),
    'a purge of more than the rule allows': changed((log) =>
      log.note({ kind: 'purge', at: timeAt(50), sites: [[a, timeAt(30), timeAt(50), 0]] }),
    ),
    'an event behind the end of its site': changed((log) => {
      log.note({ kind: 'site.delete', at: timeAt(50), site_id: a, by });
      log.store(a, 51);
    }),
  };
}

/** Says that the last log of a bundle is of a whole account. */
function asOfAccount(bundle: string): string {
  const said = bundle.replace(/^([^]*"scope":)\{[^}]*\}/, `$1{"account_id":"${b}"}`);
  const end = said.lastIndexOf('{"end"');
  const sum = createHash('sha256').update(said.slice(0, end)).digest('hex');
  return said.slice(0, end) + said.slice(end).replace(/"sha256":"[0-9a-f]+"/, `"sha256":"${sum}"`);
}

type Ended = { status: number | null; said: string };
type Program = {
  /** A file of docs/verifiers. */
  file: string;
  /** Runs the file, whose path follows, and behind it that of a bundle. */
  command: readonly [string, ...string[]];
  env?: Readonly<Record<string, string>>;
};

/** Lets `work` run a program that the guide «Verify the log» offers, on files of a folder. */
export async function withProgram(
  { file, command: [name, ...args], env = {} }: Program,
  work: (run: (bundle: string, ...checkpoints: string[]) => Promise<Ended>) => Promise<void>,
): Promise<void> {
  const program = path.join(verifiers, file);
  const folder = await mkdtemp(path.join(tmpdir(), 'goal-guide-'));
  const written = async (called: string, text: string): Promise<string> => {
    await writeFile(path.join(folder, called), text);
    return called;
  };
  try {
    await work(async (bundle, ...checkpoints) => {
      const files = [await written('bundle', bundle)];
      for (const [at, one] of checkpoints.entries()) files.push(await written(`checkpoint-${at}`, one));
      const surroundings = { ...process.env, ...env };
      const ended = spawnSync(name, [...args, program, ...files], { cwd: folder, encoding: 'utf8', env: surroundings });
      return { status: ended.status, said: ended.stdout + ended.stderr };
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Expects of a program that it verifies what is untouched, and nothing else. */
export const expectJudges = (program: Program): Promise<void> =>
  withProgram(program, async (run) => {
    const log = sample();
    const { status, said } = await run(log.bundle());
    expect([status, said.split('\n')[0]]).toEqual([
      0,
      `verified: ${log.origin}, ${log.size} leaves, root ${btoa(log.root())}`,
    ]);
    expect(await run(sample().bundle({ site_id: a }, [a]))).toMatchObject({ status: 0 });
    const whole = log.bundle();
    for (const end of [whole.length - 1, whole.length - 40, Math.floor(whole.length / 2), whole.lastIndexOf('{"end"')])
      expect((await run(whole.slice(0, end))).said, `cut off at ${end}`).toContain('the file is cut off');
    for (const [cheat, bundle] of Object.entries(cheats()))
      expect(await run(bundle), cheat).toMatchObject({ status: 1, said: expect.stringContaining('not verified') });
  });

const told = { status: 1, said: expect.stringContaining('not verified') };

/** Expects of a program that it finds another history by an older checkpoint. */
export const expectComparesCheckpoints = (program: Program): Promise<void> =>
  withProgram(program, async (run) => {
    const made = (message?: string): MadeLog => {
      const log = new MadeLog();
      log.note({ kind: 'site.begin', at: timeAt(0), site_id: a, retention_days: 30, by });
      for (let at = 0; at < 9; at++) log.store(a, at, message === undefined ? {} : { message });
      return log;
    };
    const log = made();
    const older = log.checkpoint(8);
    log.store(a, 10);
    expect(await run(log.bundle(), older, log.checkpoint(3))).toMatchObject({ status: 0 });
    const left = {
      withMark: `\ufeff${older}`,
      byWindows: `\ufeff${older.replaceAll('\n', '\r\n')}`,
      indented: older.replaceAll(/^/gm, '  '),
      spaced: older.replaceAll('\n', ' \n'),
      quoted: `\n\n${older.replaceAll(/^/gm, '> ')}`,
      trimmed: older.trim(),
    };
    for (const [how, text] of Object.entries(left))
      expect(await run(log.bundle(), text), how).toMatchObject({ status: 0 });
    const { said, ...ended } = await run(made('another').bundle(), older);
    expect([ended.status, said]).toEqual([1, expect.stringContaining('another history')]);
    expect((await run(made().bundle(), log.checkpoint())).said).toContain('does not lie on the way');
    expect(await run(log.bundle(), 'a shopping list')).toMatchObject(told);
  });

/** Expects of a program that it finds a purge within a legal hold, and no fault beside one. */
export const expectMindsHolds = (program: Program): Promise<void> =>
  withProgram(program, async (run) => {
    const held = (site_id: string | null, endsAt?: number): string => {
      const log = new MadeLog();
      for (const id of [a, b]) log.note({ kind: 'site.begin', at: timeAt(0), site_id: id, retention_days: 30, by });
      log.store(a, 1);
      for (const event of log.events(a)) event.state = 'gone';
      log.note({ kind: 'hold.begin', at: timeAt(20), hold: 'h1', site_id, by });
      if (endsAt !== undefined) log.note({ kind: 'hold.end', at: timeAt(endsAt), hold: 'h1', site_id, by });
      log.note({ kind: 'purge', at: timeAt(130), sites: [[a, timeAt(70), timeAt(100), 1]] });
      return log.bundle();
    };
    for (const [bundle, status] of [
      [held(null), 1],
      [held(a), 1],
      [held(a, 120), 1],
      [held(a, 90), 0],
      [held(b), 0],
    ] as const) {
      const ended = await run(bundle);
      expect(ended).toMatchObject({ status });
      if (status === 1) expect(ended.said).toContain('a purge within a legal hold');
    }
  });
