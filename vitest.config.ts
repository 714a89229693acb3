import { availableParallelism } from 'node:os';

import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

import { testLimitMs, waitLimitMs } from './packages/db/src/testing/waiting.ts';

// Our packages are tested from their sources, without a build in between.
const conditions = ['source', 'node'];

/** From one file that takes its time without doing anything to the next: those between keep the processor busy meanwhile. */
const distance = 12;

/** Who takes his time begins early, so that nobody waits for him in the end, and not at once with the others, so that somebody works meanwhile. */
class SlowEarly extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isSlow = ({ moduleId }: TestSpecification): boolean => moduleId.endsWith('-slow.test.ts');
    const all = sorted.filter((file) => !isSlow(file));
    for (const [place, file] of sorted.filter(isSlow).entries()) all.splice(place * distance, 0, file);
    return all;
  }
}

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ['packages/*/{src,test}/**/*.test.ts', 'apps/*/{src,test}/**/*.test.ts'],
    exclude: [...configDefaults.exclude, '**/dist/**'],
    globalSetup: ['packages/db/src/testing/global-setup.ts'],
    // Files share a process: each brings a database of its own, and loading the modules once is what makes the run short.
    isolate: false,
    pool: 'forks',
    // Room for what is young: tidied up less often, a run takes a twentieth less.
    execArgv: ['--max-semi-space-size=64'],
    // Three more than there are cores: many tests mostly wait. Five at most: beyond that they wait for each other.
    maxWorkers: Math.min(5, availableParallelism() + 3),
    // They publish their sources under the condition of ours, and Node 20 runs no TypeScript.
    server: { deps: { inline: [/@modelcontextprotocol\/client/, /\/eventsource(-parser)?\//] } },
    testTimeout: testLimitMs,
    hookTimeout: testLimitMs,
    expect: { poll: { timeout: waitLimitMs } },
    retry: 0,
    sequence: { sequencer: SlowEarly },
  },
});
