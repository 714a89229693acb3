import { existsSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';

import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

import { isOfRun } from './packages/db/src/testing/long-run.ts';
import { testLimitMs, waitLimitMs } from './packages/db/src/testing/waiting.ts';

// Tests run our packages from their sources, without a build.
const conditions = ['source', 'node'];

/** Number of other files between two slow files, which mostly wait. */
const slowFileSpacing = 12;

/**
 * Starts slow files early, so that none of them runs last, and spreads them out, so that the CPU
 * stays busy.
 */
class SlowFilesEarly extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isSlow = ({ moduleId }: TestSpecification): boolean => /-slow(\.all)?\.test\.ts$/.test(moduleId);
    const all = sorted.filter((file) => !isSlow(file));
    for (const [index, file] of sorted.filter(isSlow).entries()) all.splice(index * slowFileSpacing, 0, file);
    return all;
  }
}

/** The test files of this run. */
function filesOfRun(): string[] {
  const folders = ['packages', 'apps'].flatMap((room) =>
    readdirSync(room).flatMap((name) => ['src', 'test'].map((folder) => path.join(room, name, folder))),
  );
  return folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name)),
    )
    .filter((file) => file.endsWith('.test.ts') && isOfRun(file));
}

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: filesOfRun(),
    setupFiles: process.env['GOAL_TEST_TIMES'] ? ['apps/cli/bin/note-times.mjs'] : [],
    globalSetup: ['packages/db/src/testing/global-setup.ts'],
    // Files share a process: each has a database of its own, and loading the modules only once
    // makes the run short.
    isolate: false,
    pool: 'forks',
    // A larger young generation means fewer garbage collections: the run takes 5 % less time. A
    // worker that waits would also collect, to give back memory that it needs again soon.
    execArgv: ['--max-semi-space-size=64', '--no-memory-reducer'],
    // Three more than the cores, because many tests mostly wait. More than five slow each other
    // down.
    maxWorkers: Math.min(5, availableParallelism() + 3),
    // These packages publish TypeScript sources under our condition `source`, which Node 20 cannot
    // run.
    server: { deps: { inline: [/@modelcontextprotocol\/client/, /\/eventsource(-parser)?\//] } },
    testTimeout: testLimitMs,
    hookTimeout: testLimitMs,
    expect: { poll: { timeout: waitLimitMs } },
    // A list in the message of a failure is printed with what it holds.
    chaiConfig: { truncateThreshold: 400 },
    retry: 0,
    sequence: { sequencer: SlowFilesEarly },
  },
});
