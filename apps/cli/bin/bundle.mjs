// Packs each program of ours, with the libraries that it runs, into a few files: Node reads those in a third of the CPU that hundreds cost it.
import { rmSync } from 'node:fs';

import { rolldown } from 'rolldown';

import { at } from './processes.mjs';

const programs = {
  'apps/server': { main: 'src/main.ts', process: 'src/console/process.ts' },
  'apps/cli': { main: 'src/main.ts' },
};

for (const [dir, inputs] of Object.entries(programs)) {
  const bundle = await rolldown({
    input: Object.fromEntries(Object.entries(inputs).map(([name, file]) => [name, at(dir, file)])),
    platform: 'node',
    resolve: { conditionNames: ['source', 'node'] },
    tsconfig: at(dir, 'tsconfig.json'),
    logLevel: 'warn',
  });
  // As deep as the files of dist that it replaces: what they find by their own place, it finds too.
  const out = at(dir, 'dist/bundle');
  rmSync(out, { recursive: true, force: true });
  await bundle.write({ dir: out, format: 'esm', sourcemap: true, chunkFileNames: '[name]-[hash].js' });
  await bundle.close();
}
