// Bundles each program with its libraries into a few files: Node loads those in a third of the CPU
// time that hundreds of files take.
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { rolldown } from 'rolldown';

import { at } from './processes.mjs';
import { ownSourceMap } from './source-maps.mjs';
import { webApps } from './web-apps.mjs';

/** `server-only` asks for the condition. Next stays outside: it reads files of its own folder. */
const webApp = { entry: 'src/server/main.ts', conditions: ['react-server'], external: ['next'] };
const programs = {
  'apps/server': { entry: 'src/main.ts', threads: ['sealer'] },
  'apps/cli': { entry: 'src/main.ts' },
  ...Object.fromEntries(webApps.map((name) => [`apps/${name}`, webApp])),
};
/** Scripts that browsers load, one file each: the policy of a worker lets it load no other. */
const scripts = { 'packages/browser-verifier': ['page', 'worker'] };
const weekMs = 7 * 86_400_000;

/**
 * tRPC is packed from the sources in its package: what is compiled from them copies each context by
 * property descriptors, once for each step of a procedure (docs/decisions/031-packed-programs.md).
 */
const alias = { '@trpc/server': at('packages/api/node_modules/@trpc/server/src') };

for (const dir of process.argv.slice(2))
  if (dir in scripts) await packScripts(dir, scripts[dir]);
  else await pack(dir, programs[dir]);

async function packScripts(dir, names) {
  for (const name of names) {
    const bundle = await rolldown({
      input: { [name]: at(dir, `src/${name}.ts`) },
      platform: 'browser',
      resolve: { conditionNames: ['source', 'browser'] },
      tsconfig: at(dir, 'tsconfig.json'),
      onLog: failOnUnresolved,
    });
    await bundle.write({ dir: at(dir, 'dist/bundle'), format: 'iife', minify: true, entryFileNames: '[name].js' });
    await bundle.close();
  }
}

async function pack(dir, { entry, threads = [], conditions = [], external = [] }) {
  const bundle = await rolldown({
    input: { main: at(dir, entry), ...Object.fromEntries(threads.map((name) => [name, at(dir, `src/${name}.ts`)])) },
    platform: 'node',
    resolve: { conditionNames: ['source', 'node', ...conditions], alias },
    transform: { target: 'node20.19' },
    tsconfig: at(dir, 'tsconfig.json'),
    // The first two are optional: libraries probe for them and work without them.
    external: ['pg-native', '@node-rs/xxhash', ...external],
    onLog: failOnUnresolved,
  });
  const built = at(dir, 'dist/bundle.new');
  rmSync(built, { recursive: true, force: true });
  await bundle.write({ dir: built, format: 'esm', sourcemap: true, chunkFileNames: '[name]-[hash].js' });
  await bundle.close();
  for (const name of readdirSync(built).filter((one) => one.endsWith('.map'))) {
    const file = path.join(built, name);
    writeFileSync(file, JSON.stringify(ownSourceMap(JSON.parse(readFileSync(file, 'utf8')))));
  }
  replace(built, at(dir, 'dist/bundle'), ['main', ...threads]);
}

function failOnUnresolved(level, log, print) {
  if (log.code === 'UNRESOLVED_IMPORT') throw new Error(log.message);
  if (level === 'warn') print(level, log);
}

/**
 * Moves the new build over the old one, entry files last. Chunks of earlier builds stay for a week,
 * those of the previous build longer: a running server may still import some of them.
 */
function replace(built, out, entries) {
  mkdirSync(out, { recursive: true });
  const isEntry = (name) => entries.includes(name.split('.')[0]);
  const previousBuildMs = Math.min(
    Date.now(),
    ...readdirSync(out)
      .filter(isEntry)
      .map((name) => statSync(path.join(out, name)).mtimeMs),
  );
  const names = readdirSync(built);
  for (const name of [...names.filter((one) => !isEntry(one)), ...names.filter(isEntry)])
    renameSync(path.join(built, name), path.join(out, name));
  rmSync(built, { recursive: true });
  for (const name of readdirSync(out)) {
    const { mtimeMs } = statSync(path.join(out, name));
    if (!names.includes(name) && mtimeMs < Math.min(previousBuildMs - 60_000, Date.now() - weekMs))
      rmSync(path.join(out, name));
  }
}
