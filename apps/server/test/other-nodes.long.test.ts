import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

import { testLimitMs } from '@goal/db/testing';
import { expect, it } from 'vitest';
import { z } from 'zod';

import { nodeOf, otherNodes } from '../../cli/bin/other-nodes.mjs';

const root = path.resolve(import.meta.dirname, '../../..');
const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
const config = path.join(import.meta.dirname, 'other-node/vitest.config.ts');

/**
 * Every test of the client from its sources, except the one that starts other versions itself, and
 * of the rules of time zones, of which each Node has others built in.
 */
const files = ['packages/client/test', 'apps/server/test', 'packages/core/src/ground'].flatMap((folder) =>
  readdirSync(path.join(root, folder))
    .filter((name) => folder.startsWith('packages/client') || /^(goal-client|zone-rules)/.test(name))
    .filter((name) => name.endsWith('.test.ts') && !name.endsWith('-packed.test.ts'))
    .map((name) => path.join(root, folder, name)),
);

const reportShape = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()).nullish(),
          meta: z.object({ node: z.string().optional() }),
        }),
      ),
    }),
  ),
});

// In parallel, because they mostly wait.
it.concurrent.each(otherNodes)(
  'the client and the rules of time zones pass their tests on Node %s too',
  async (version) => {
    const node = await nodeOf(version);
    const args = [vitest, 'run', '--config', config, '--reporter=json', ...files];
    // The child run finds this run's database server in its environment and skips long tests.
    const env = { ...process.env, GOAL_TEST_RUN: '' };
    const options = { cwd: root, env, timeout: testLimitMs, maxBuffer: 64 * 1024 * 1024 }; // a report of failures may be long
    const { code, stdout, stderr } = await promisify(execFile)(node, args, options).then(
      (said) => ({ ...said, code: 0 }),
      (error: unknown) => error as { code: number | null; stdout: string; stderr: string }, // what `execFile` rejects with
    );
    expect(stdout, stderr).toMatch(/^\{/);
    const { testResults } = reportShape.parse(JSON.parse(stdout));
    const wrong = testResults.flatMap(({ name, message, assertionResults }) =>
      assertionResults.length === 0
        ? [`${name}: ${message}`]
        : assertionResults
            .filter(({ status, meta }) => status !== 'passed' || meta.node !== `v${version}`)
            .map((one) => `${one.fullName}: ${one.status} on ${one.meta.node}\n${one.failureMessages?.join('\n')}`),
    );
    if (wrong.length > 0) expect.fail(wrong.join('\n'));
    expect(testResults.map(({ name }) => name).toSorted()).toEqual(files.toSorted());
    expect(code, stderr).toBe(0);
  },
);
