import path from 'node:path';

import { defineConfig, mergeConfig } from 'vitest/config';

import house from '../../../../vitest.config.ts';

// The configuration that `other-nodes.long.test.ts` starts on another Node, inside its own
// run.
export default mergeConfig(
  // Threads do not accept Node’s memory options.
  { ...house, test: { ...house.test, execArgv: [] } },
  defineConfig({
    test: {
      setupFiles: [path.join(import.meta.dirname, 'say-node.ts')],
      // One process loads everything once, because the surrounding run uses the cores.
      maxWorkers: 1,
      pool: 'threads',
    },
  }),
);
