// Packs each program of ours, with the libraries that it runs, into a few files: Node reads those in a third of the CPU that hundreds cost it.
import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';

import { rolldown } from 'rolldown';

import { at } from './processes.mjs';

const programs = {
  'apps/server': { main: 'src/main.ts', process: 'src/console/process.ts' },
  'apps/cli': { main: 'src/main.ts' },
};
const week = 7 * 86_400_000;

for (const [dir, inputs] of Object.entries(programs)) {
  const bundle = await rolldown({
    input: Object.fromEntries(Object.entries(inputs).map(([name, file]) => [name, at(dir, file)])),
    platform: 'node',
    resolve: { conditionNames: ['source', 'node'] },
    tsconfig: at(dir, 'tsconfig.json'),
    // Libraries try whether these are there, and go on without.
    external: ['pg-native', '@node-rs/xxhash'],
    onLog(level, log, tell) {
      if (log.code === 'UNRESOLVED_IMPORT') throw new Error(log.message);
      if (level === 'warn') tell(level, log);
    },
  });
  const made = at(dir, 'dist/bundle.new');
  rmSync(made, { recursive: true, force: true });
  await bundle.write({ dir: made, format: 'esm', sourcemap: true, chunkFileNames: '[name]-[hash].js' });
  await bundle.close();
  replace(made, at(dir, 'dist/bundle'), Object.keys(inputs));
}

/**
 * Puts what was made in the place of what was there, the entries last. Parts of former builds stay for a week, and those of the last one longer: a server that
 * runs may not have asked for all of its own yet.
 */
function replace(made, out, entries) {
  mkdirSync(out, { recursive: true });
  const isEntry = (name) => entries.some((entry) => name.startsWith(`${entry}.`));
  const last = Math.min(
    Date.now(),
    ...readdirSync(out)
      .filter(isEntry)
      .map((name) => statSync(path.join(out, name)).mtimeMs),
  );
  const names = readdirSync(made);
  for (const name of [...names.filter((one) => !isEntry(one)), ...names.filter(isEntry)])
    renameSync(path.join(made, name), path.join(out, name));
  rmSync(made, { recursive: true });
  for (const name of readdirSync(out)) {
    const { mtimeMs } = statSync(path.join(out, name));
    if (!names.includes(name) && mtimeMs < Math.min(last - 60_000, Date.now() - week)) rmSync(path.join(out, name));
  }
}
