import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { locked } from './lock.mjs';
import { packAssets } from './pack-assets.mjs';
import { at, caches, Refusal, root, run, runNode } from './processes.mjs';

const PNPM = 'pnpm@12.21.0';
// `npm run -s` silences the npm below it too, and with it the reason of a failure. npm's own pauses before it tries a registry again add up to
// more than a minute.
const patience = {
  npm_config_loglevel: 'error',
  npm_config_fetch_retry_mintimeout: '1000',
  npm_config_fetch_retry_maxtimeout: '5000',
};
const libraries = [
  'packages/contract',
  'packages/fairness',
  'packages/db',
  'packages/core',
  'packages/api',
  'packages/client',
];
const app = 'apps/console';
const bundled = ['apps/server', 'apps/cli'];
const entries = [
  'apps/server/dist/bundle/main.js',
  'apps/server/dist/bundle/process.js',
  'apps/cli/dist/bundle/main.js',
];
const programs = [...bundled, 'apps/bench'];

/**
 * Each step runs when the hash of what it reads differs from the stamp that it wrote after its last success.
 * `stamp` lies inside what the step makes wherever that can be, so that deleting the one deletes the other.
 */
const install = {
  what: 'installing dependencies',
  stamp: 'node_modules/.goal-installed',
  // The folder's own path is part of it: a moved checkout has links and caches that point to where it was.
  key: () =>
    hash(
      ['package.json', 'pnpm-workspace.yaml', 'pnpm-lock.yaml', ...manifests()],
      PNPM,
      process.platform,
      process.arch,
      root,
    ),
  // The age check of fresh releases guards updates; a frozen install takes what the lock file pins by hash, and would only wait for it.
  run: (holding) =>
    run(
      'npx',
      [
        '--yes',
        '--prefer-offline',
        PNPM,
        'install',
        '--frozen-lockfile',
        '--prod=false',
        '--reporter=append-only',
        '--config.minimumReleaseAge=0',
      ],
      { env: { CI: 'true', ...patience, ...caches() }, seconds: 900, holding },
    ),
  failed:
    'Installing the dependencies failed (see above). It needs npm and, the first time, a way to the npm registry: check the network or the proxy, then type the same again.',
};
const generate = {
  what: 'generating the Prisma client',
  stamp: 'packages/db/src/generated/.goal-generated',
  key: () => hash(['prisma/schema.prisma', 'pnpm-lock.yaml']),
  // Prisma wants some file as its engine even where it generates without one; the engine's own download host need not be in reach.
  run: (holding) =>
    runNode('node_modules/prisma/build/index.js', ['generate', '--schema', 'prisma/schema.prisma', '--no-hints'], {
      env: { PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, CHECKPOINT_DISABLE: '1', ...caches() },
      holding,
    }),
  failed: 'Generating the Prisma client from prisma/schema.prisma failed (see above).',
};
const build = {
  what: 'building',
  stamp: 'node_modules/.goal-built',
  key: () =>
    hash([
      'tsconfig.base.json',
      'pnpm-lock.yaml',
      'apps/cli/bin/bundle.mjs',
      ...manifests(),
      ...packages()
        .filter((dir) => dir !== app)
        .flatMap((dir) => [`${dir}/tsconfig.json`, ...files(`${dir}/src`)]),
    ]),
  // Someone may have deleted a dist folder: then the stamp says nothing.
  intact: () =>
    [...libraries, ...programs].every((dir) => existsSync(at(dir, 'dist/.tsbuildinfo'))) &&
    entries.every((file) => existsSync(at(file))),
  run: async (holding) => {
    const compiled = await runNode('node_modules/typescript/bin/tsc', ['-b', ...programs, 'packages/client'], {
      holding,
    });
    removeStale();
    // Packing asks for no types: the tests of programs shall judge what is written now, also where some of it does not compile.
    const packed = await runNode('apps/cli/bin/bundle.mjs', [], { holding });
    return compiled.code === 0 ? packed : compiled;
  },
  failed: 'The programs cannot be built (see above).',
};

const buildConsole = {
  what: 'building the console',
  stamp: `${app}/.next/.goal-built`,
  // Of the API it knows the types alone, which a check reads and this does not.
  key: () =>
    hash(
      [
        'pnpm-lock.yaml',
        'apps/cli/bin/pack-assets.mjs',
        `${app}/next.config.mjs`,
        `${app}/package.json`,
        ...[`${app}/src`, 'packages/client/src', 'packages/contract/src']
          .flatMap(files)
          .filter((file) => !file.includes('.test.')),
      ],
      root,
    ),
  intact: () => existsSync(at(app, '.next/BUILD_ID')),
  run: async (holding) => {
    const built = await run(process.execPath, [at(app, 'node_modules/next/dist/bin/next'), 'build', app], {
      env: { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
      // A page of routes that nobody asked for; shown where the build fails.
      output: 'capture',
      seconds: 900,
      holding,
    });
    if (built.code === 0) packAssets(at(app, '.next/static'));
    return built;
  },
  failed: 'The console cannot be built (see above).',
};

/**
 * Installs, generates and builds what is missing. Safe when several processes do it at once. `build: false` leaves building to the caller;
 * `console: false` leaves out the console, for whoever starts none.
 */
export async function setUp({ build: builds = true, console: withConsole = builds } = {}) {
  const steps = [install, generate, ...(builds ? [build] : []), ...(withConsole ? [buildConsole] : [])];
  if (steps.every(isDone)) return;
  await locked(root, {
    onWait: () => console.error('waiting for another start in this folder to finish setting up …'),
    work: async (holding) => {
      for (const step of steps) if (!isDone(step)) await perform(step, holding);
    },
  });
}

const isDone = (step) => read(step.stamp).toString() === step.key() && step.intact?.() !== false;

async function perform(step, holding) {
  console.error(`${step.what} …`);
  try {
    rmSync(at(step.stamp), { force: true });
    const { code, output } = await step.run(holding);
    if (code !== 0) throw new Refusal(output + step.failed);
    mkdirSync(path.dirname(at(step.stamp)), { recursive: true });
    writeFileSync(at(step.stamp), step.key());
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code)) throw error;
    throw new Refusal(
      `${step.what}: this account cannot write to ${error.path}. Start once as the owner of ${root}, or give this account the folder.`,
    );
  }
}

/** The folders of the workspace's packages, as "packages/db". */
const packages = () =>
  ['packages', 'apps'].flatMap((dir) =>
    list(dir)
      .filter((entry) => entry.isDirectory())
      .map((entry) => `${dir}/${entry.name}`),
  );
const manifests = () => packages().map((dir) => `${dir}/package.json`);

/**
 * What was compiled from a file that is gone must go too: it would be found by name, and run. So must, beside a program's bundle, what was compiled of it before
 * there were bundles.
 */
export function removeStale() {
  for (const dir of packages()) {
    for (const file of files(`${dir}/dist`)) {
      if (file.startsWith(`${dir}/dist/bundle/`)) continue;
      if (bundled.includes(dir) && /\.js(\.map)?$/.test(file)) rmSync(at(file));
      const source = file.replace(`${dir}/dist/`, `${dir}/src/`).replace(/\.(d\.ts|js)(\.map)?$/, '.ts');
      if (
        source !== file.replace(`${dir}/dist/`, `${dir}/src/`) &&
        !existsSync(at(source)) &&
        !existsSync(at(`${source}x`))
      )
        rmSync(at(file), { force: true });
    }
  }
}

/** All files under a folder, sorted, as paths from the root; none where there is no such folder. */
function files(dir) {
  return list(dir)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? files(`${dir}/${entry.name}`) : [`${dir}/${entry.name}`]));
}

function list(dir) {
  try {
    return readdirSync(at(dir), { withFileTypes: true });
  } catch {
    return [];
  }
}

function read(file) {
  try {
    return readFileSync(at(file));
  } catch {
    return Buffer.alloc(0);
  }
}

function hash(paths, ...more) {
  const sum = createHash('sha256');
  for (const file of paths) sum.update(`${file}\0`).update(createHash('sha256').update(read(file)).digest());
  return sum.update(more.join('\0')).digest('hex');
}
