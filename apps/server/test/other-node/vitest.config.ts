import path from 'node:path';

import { defineConfig, mergeConfig } from 'vitest/config';

import house from '../../../../vitest.config.ts';

// What `goal-client-nodes.long.test.ts` starts on another Node, beside the run that it is a part of.
export default mergeConfig(
  // Threads take no options of Node's memory.
  { ...house, test: { ...house.test, execArgv: [] } },
  defineConfig({
    test: {
      setupFiles: [path.join(import.meta.dirname, 'say-node.ts')],
      // One process that loads everything once: the run around it has the cores.
      maxWorkers: 1,
      pool: 'threads',
    },
  }),
);
