import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { downloads } from './app-downloads.mjs';
import { locked } from './lock.mjs';
import { packAssets } from './pack-assets.mjs';
import { at, caches, Refusal, root, run, runNode } from './processes.mjs';
import { tellProgress } from './progress.mjs';
import { webApps } from './web-apps.mjs';
import { packPlugin } from './wordpress-zip.mjs';

/** The package manager; npm verifies its archive against the registry's hash. */
export const PNPM = 'pnpm@12.21.0';
// `npm run -s` also silences the npm it starts, and so hides why it fails. The default pauses
// between npm's retries add up to more than a minute.
const npmSettings = {
  npm_config_loglevel: 'error',
  npm_config_fetch_retry_mintimeout: '1000',
  npm_config_fetch_retry_maxtimeout: '5000',
};
const libraries = [
  'packages/contract',
  'packages/fairness',
  'packages/http-server',
  'packages/sinks',
  'packages/signed-log',
  'packages/browser-verifier',
  'packages/db',
  'packages/core',
  'packages/api',
  'packages/client',
];
const bundled = ['apps/server', 'apps/cli'];
/** Browsers load it from the API: its scripts are bundled, and nothing imports its library. */
const browserVerifier = 'packages/browser-verifier';
const entryOf = (dir) => `${dir}/dist/bundle/main.js`;
const programs = [...bundled, 'apps/bench'];
/** The compiler writes declarations of these; it only checks the rest. */
export const declared = [...programs, 'packages/client', browserVerifier];

/**
 * A step runs when the hash of its inputs (`key`) differs from the stamp of its last success. The
 * stamp lies inside the step's output where possible, so that deleting the output deletes the
 * stamp.
 */
const install = {
  what: 'installing dependencies',
  stamp: 'node_modules/.goal-installed',
  // Includes the folder's own path: links and caches in a moved checkout point to its old place.
  key: () =>
    hash(
      ['package.json', 'pnpm-workspace.yaml', 'pnpm-lock.yaml', ...manifests()],
      PNPM,
      process.platform,
      process.arch,
      root,
    ),
  // The minimum release age guards updates. A frozen install takes what the lock file pins by hash,
  // so the check would only delay it.
  run: (lockFd) =>
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
      { env: { CI: 'true', ...npmSettings, ...caches() }, timeoutSeconds: 900, lockFd },
    ),
  failed:
    'Installing the dependencies failed (see above). It needs npm and, the first time, access to the npm registry: check the network or the proxy, then run the same command again.',
};
const generate = {
  what: 'generating the Prisma client',
  stamp: 'packages/db/src/generated/.goal-generated',
  key: () => hash(['prisma/schema.prisma', 'pnpm-lock.yaml']),
  // Generating needs no engine, but Prisma insists on the path of one. Any file will do, and
  // nothing is downloaded.
  run: (lockFd) =>
    runNode('node_modules/prisma/build/index.js', ['generate', '--schema', 'prisma/schema.prisma', '--no-hints'], {
      env: { PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, CHECKPOINT_DISABLE: '1', ...caches() },
      lockFd,
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
        .filter((dir) => !builtByNext(dir))
        .flatMap((dir) => [`${dir}/tsconfig.json`, ...files(`${dir}/src`)]),
    ]),
  // The stamp lies outside the dist folders, any of which may have been deleted.
  intact: () =>
    [...libraries, ...programs].every((dir) => existsSync(at(dir, 'dist/.tsbuildinfo'))) &&
    [...bundled.map(entryOf), `${browserVerifier}/dist/bundle/worker.js`].every((file) => existsSync(at(file))),
  run: async (lockFd) => {
    const compiled = await runNode('node_modules/typescript/bin/tsc', ['-b', ...declared], { lockFd });
    removeStale();
    // Bundle even after type errors, which it ignores: tests that start the programs then run the
    // current source.
    const bundles = await runNode('apps/cli/bin/bundle.mjs', [...bundled, browserVerifier], { lockFd });
    return compiled.code === 0 ? bundles : compiled;
  },
  failed: 'Building the programs failed (see above).',
};

/** The folder of the files that the service offers beside its documentation. */
const offered = 'apps/server/dist/downloads';
const pack = {
  what: 'packing the client and the plugin',
  stamp: `${offered}/.goal-packed`,
  key: () =>
    hash([
      'pnpm-lock.yaml',
      'tsconfig.base.json',
      'apps/cli/bin/wordpress-zip.mjs',
      ...['README.md', 'pack.mjs', 'package.json', 'tsconfig.pack.json'].map((name) => `packages/client/${name}`),
      ...files('packages/client/examples'),
      ...files('packages/client/src'),
      ...files('apps/wordpress/goal-sender'),
    ]),
  run: (lockFd) => {
    rmSync(at(offered), { recursive: true, force: true });
    mkdirSync(at(offered), { recursive: true });
    const { version, bytes } = packPlugin();
    writeFileSync(at(offered, `goal-sender-${version}.zip`), bytes);
    return runNode('packages/client/pack.mjs', [at(offered)], { output: 'capture', lockFd });
  },
  failed: 'Packing the client and the plugin failed (see above).',
};

/** The packages whose sources become part of a web app. */
const sharedByApps = ['browser-verifier', 'client', 'contract', 'http-server', 'signed-log', 'ui'];

/** The step that builds a web app: its pages, its packed assets and the bundle of its process. */
function buildApp(name) {
  const dir = `apps/${name}`;
  const extra = downloads[name] ?? [];
  const sources = [`${dir}/src`, ...sharedByApps.map((one) => `packages/${one}/src`)];
  return {
    what: `building the ${name}`,
    stamp: `${dir}/.next/.goal-built`,
    // An app imports only types from the API, and this build ignores types.
    key: () =>
      hash(
        [
          'pnpm-lock.yaml',
          'apps/cli/bin/bundle.mjs',
          'apps/cli/bin/app-downloads.mjs',
          'apps/cli/bin/pack-assets.mjs',
          'apps/cli/bin/wordpress-zip.mjs',
          `${dir}/next.config.mjs`,
          `${dir}/package.json`,
          'packages/ui/package.json',
          ...sources.flatMap(files).filter((file) => !file.includes('.test.')),
          ...extra.flatMap(({ folders }) => folders.flatMap(files)),
        ],
        root,
      ),
    intact: () =>
      [`${dir}/.next/BUILD_ID`, entryOf(dir), ...extra.map(({ file }) => file)].every((file) => existsSync(at(file))),
    run: async (lockFd) => {
      const next = at(dir, 'node_modules/next/dist/bin/next');
      const built = await run(process.execPath, [next, 'build', dir], {
        env: { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
        // Next prints a long table of routes; shown only if the build fails.
        output: 'capture',
        timeoutSeconds: 900,
        lockFd,
      });
      if (built.code !== 0) return built;
      packAssets(at(dir, '.next/static'));
      for (const { file, pack: packed } of extra) {
        mkdirSync(path.dirname(at(file)), { recursive: true });
        writeFileSync(at(file), packed());
      }
      return runNode('apps/cli/bin/bundle.mjs', [dir], { lockFd });
    },
    failed: `Building the ${name} failed (see above).`,
  };
}

/**
 * Installs, generates and builds what is missing. Several processes may call it at once. `build:
 * false` leaves out all building; `apps` are the web apps to build.
 */
export async function setUp({ build: builds = true, apps = builds ? webApps : [] } = {}) {
  const steps = [install, generate, ...(builds ? [build, pack] : []), ...apps.map(buildApp)];
  if (steps.every(isDone)) return;
  await locked(root, {
    onWait: () => console.error('waiting for another process to finish setting up this folder …'),
    work: async (lockFd) => {
      for (const [index, step] of steps.entries())
        if (!isDone(step)) await perform(step, `${index + 1} of ${steps.length}`, lockFd);
    },
  });
}

const isDone = (step) => read(step.stamp).toString() === step.key() && step.intact?.() !== false;

/** `position` says how far the setup is: «3 of 4». */
async function perform(step, position, lockFd) {
  console.error(`${step.what} (${position}) …`);
  try {
    rmSync(at(step.stamp), { force: true });
    const { code, output } = await tellProgress(step.what, () => step.run(lockFd));
    if (code !== 0) throw new Refusal(output + step.failed);
    mkdirSync(path.dirname(at(step.stamp)), { recursive: true });
    writeFileSync(at(step.stamp), step.key());
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code)) throw error;
    throw new Refusal(
      `${step.what}: this account cannot write to ${error.path}. Start once as the owner of ${root}, or make this account its owner.`,
    );
  }
}

/** The folders of the workspace's packages, such as "packages/db". */
const packages = () =>
  ['packages', 'apps'].flatMap((dir) =>
    list(dir)
      .filter((entry) => entry.isDirectory())
      .map((entry) => `${dir}/${entry.name}`),
  );
/** Whether Next compiles a package with the web apps, and the compiler only checks it. */
const builtByNext = (dir) => dir === 'packages/ui' || webApps.some((name) => dir === `apps/${name}`);
const manifests = () => packages().map((dir) => `${dir}/package.json`);

/**
 * Removes compiled files whose source is gone: imports and tests would still find them by name. A
 * bundled program keeps no compiled JavaScript beside its bundle.
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

/** All files under a folder, sorted, as paths from the root; none if the folder does not exist. */
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
