import { spawnSync } from 'node:child_process';
import path from 'node:path';

import { expect, test } from 'vitest';

import { consistencyPlan, inclusionPlan, proofHashes } from '../src/index.ts';
import { sha256 } from '../src/node.ts';
import { debianGo } from '../src/testing/debian-go.ts';
import type { MadeLog } from '../src/testing/log-maker.ts';
import { vectors } from './vectors.ts';
import { twoSites } from './verifying.ts';

/** What test/foreign/check.go reads. */
interface Question {
  vkey: string;
  checkpoint: string;
  entry: string;
  index: number;
  inclusion: string[];
  oldSize: number;
  oldRoot: string;
  consistency: string[];
}

function ask(questions: readonly Question[]): string[] {
  const program = path.join(import.meta.dirname, 'foreign/check.go');
  const { stdout, stderr } = spawnSync('go', ['run', program], {
    env: { ...process.env, ...debianGo },
    input: JSON.stringify(questions),
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return stdout.trimEnd().split('\n');
}

function questionOf(log: MadeLog, index: number, oldSize: number): Question {
  const base64 = (plan: ReturnType<typeof inclusionPlan>): string[] =>
    proofHashes(sha256, plan, log.hashOf).map((hash) => btoa(hash));
  return {
    vkey: log.vkeys[0] ?? '',
    checkpoint: log.checkpoint(),
    entry: log.leaves[index]?.entry ?? '',
    index,
    inclusion: base64(inclusionPlan(log.size, index)),
    oldSize,
    oldRoot: btoa(log.root(oldSize)),
    consistency: base64(consistencyPlan(oldSize, log.size)),
  };
}

test("Go's tlog and note verify key, checkpoint, the inclusion of every leaf and consistency from every size", () => {
  const logs = [1, 2, 5, 20, 61].map((events) => twoSites(events));
  const questions = logs.flatMap((log) => log.leaves.map((_, index) => questionOf(log, index, index + 1)));
  expect(questions.length).toBeGreaterThan(100);
  expect(new Set(ask(questions))).toEqual(new Set(['inclusion ok; consistency ok']));
});

test("Go's tlog and note refuse another leaf, another old tree, another signature and another key", () => {
  const log = twoSites(20);
  const right = questionOf(log, 7, 9);
  const [, root = ''] = vectors.roots;
  expect(
    ask([
      { ...right, entry: `${right.entry} ` },
      { ...right, oldRoot: root },
      { ...right, checkpoint: right.checkpoint.replace('\n23\n', '\n24\n') },
      { ...right, vkey: vectors.vkey },
      { ...right, vkey: right.vkey.replace('goal', 'gaol') },
    ]),
  ).toEqual([
    'inclusion invalid transparency proof; consistency ok',
    'inclusion ok; consistency invalid transparency proof',
    expect.stringContaining('invalid signature for key'),
    expect.stringContaining('no verifiable signatures'),
    'invalid verifier hash',
  ]);
});

test("Go's tlog and note agree with the test vectors of the form", () => {
  const inclusion = [vectors.roots[2] ?? ''];
  const consistency = [vectors.leaves[1] ?? '', vectors.leaves[2] ?? ''];
  const { vkey, checkpoint, entries, roots } = vectors;
  const vector = {
    vkey,
    checkpoint,
    entry: entries[2] ?? '',
    index: 2,
    inclusion,
    oldSize: 1,
    oldRoot: roots[1] ?? '',
  };
  expect(ask([{ ...vector, consistency }])).toEqual(['inclusion ok; consistency ok']);
});
