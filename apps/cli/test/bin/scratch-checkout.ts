import { execFile } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import { waitLimitMs } from '@goal/db/testing';

const bin = path.resolve(import.meta.dirname, '../../bin');
const plugin = path.resolve(import.meta.dirname, '../../../wordpress/goal-sender');

const libraries = [
  'contract',
  'fairness',
  'http-server',
  'sinks',
  'signed-log',
  'browser-verifier',
  'db',
  'core',
  'api',
  'client',
  'ui',
];
const apps = ['server', 'cli', 'bench', 'console', 'dashboard'];

/** Writes the name of a tool into the log of the checkout. */
const note = (name: string): string =>
  `require('fs').appendFileSync(${JSON.stringify('tools.log')}, ${JSON.stringify(`${name}\n`)});`;
/** Stand-ins for the tools: each notes that it ran, and leaves what the real one leaves. */
const tools: Readonly<Record<string, string>> = {
  'node_modules/prisma/build/index.js': note('prisma'),
  'node_modules/typescript/bin/tsc': `${note('tsc')}
    for (const dir of [...${JSON.stringify(libraries)}.map((one) => 'packages/' + one), 'apps/server', 'apps/cli', 'apps/bench']) {
      require('fs').mkdirSync(dir + '/dist', { recursive: true });
      require('fs').writeFileSync(dir + '/dist/.tsbuildinfo', '');
    }`,
  'packages/client/pack.mjs': `import { appendFileSync } from 'node:fs'; appendFileSync('tools.log', 'pack\\n');`,
  'node_modules/@jridgewell/sourcemap-codec/package.json':
    '{ "name": "@jridgewell/sourcemap-codec", "type": "module", "exports": "./index.js" }',
  'node_modules/@jridgewell/sourcemap-codec/index.js':
    'export const decode = () => []; export const encode = () => "";',
  'node_modules/rolldown/package.json': '{ "name": "rolldown", "type": "module", "exports": "./index.js" }',
  'node_modules/rolldown/index.js': `import { mkdirSync, writeFileSync } from 'node:fs';
    export const rolldown = async ({ input }) => ({
      write: async ({ dir }) => {
        mkdirSync(dir, { recursive: true });
        for (const name of Object.keys(input)) writeFileSync(dir + '/' + name + '.js', "console.log('started');");
      },
      close: async () => {},
    });`,
  ...Object.fromEntries(
    ['console', 'dashboard'].map((name) => [
      `apps/${name}/node_modules/next/dist/bin/next`,
      `${note(`next ${name}`)}
      while (require('fs').existsSync('hold')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
      require('fs').mkdirSync(process.argv[3] + '/.next/static', { recursive: true });
      require('fs').writeFileSync(process.argv[3] + '/.next/BUILD_ID', 'one');`,
    ]),
  ),
};

/** A checkout with our own scripts, and stand-ins for the tools, which take minutes. */
export type ScratchCheckout = {
  /**
   * Runs one of the commands of run.mjs. Resolves to what it printed and the tools it started.
   * Calls `onPrinted` with what it has printed so far.
   */
  run: (
    command: string,
    env?: Readonly<Record<string, string>>,
    onPrinted?: (printed: string) => void,
  ) => Promise<{ printed: string; tools: string[] }>;
  /** Makes the builds of the web apps last until `release` is called. */
  hold: () => void;
  release: () => void;
  /** Changes a file, or makes it. */
  change: (file: string) => void;
  /** Deletes a file or folder. */
  remove: (file: string) => void;
  close: () => void;
};

export function openScratchCheckout(): ScratchCheckout {
  const folder = mkdtempSync(path.join(tmpdir(), 'goal checkout '));
  const at = (file: string): string => path.join(folder, file);
  const write = (file: string, text: string, mode = 0o644): void => {
    mkdirSync(path.dirname(at(file)), { recursive: true });
    writeFileSync(at(file), text, { mode });
  };
  cpSync(bin, at('apps/cli/bin'), { recursive: true });
  cpSync(plugin, at('apps/wordpress/goal-sender'), { recursive: true });
  write('package.json', '{ "name": "goal", "type": "module" }');
  for (const dir of [...libraries.map((one) => `packages/${one}`), ...apps.map((one) => `apps/${one}`)]) {
    write(`${dir}/package.json`, '{}');
    write(`${dir}/src/main.ts`, '');
  }
  // The tools are CommonJS, whatever the checkout is.
  for (const dir of ['node_modules', 'apps/console/node_modules', 'apps/dashboard/node_modules'])
    write(`${dir}/package.json`, '{ "type": "commonjs" }');
  for (const [file, source] of Object.entries(tools)) write(file, source);
  write('.tools/npx', `#!/bin/sh\necho install >> tools.log\nmkdir -p node_modules\n`, 0o755);
  return {
    async run(command, env = {}, onPrinted = () => {}) {
      const running = promisify(execFile)(process.execPath, [at('apps/cli/bin/run.mjs'), command], {
        cwd: folder,
        env: { PATH: `${at('.tools')}:${process.env['PATH']}`, HOME: folder, ...env },
        timeout: waitLimitMs,
      });
      let printed = '';
      running.child.stderr?.on('data', (text: string) => onPrinted((printed += text)));
      const { stdout, stderr } = await running;
      const log = at('tools.log');
      const ran = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [];
      rmSync(log, { force: true });
      return { printed: stderr + stdout, tools: ran };
    },
    change: (file) => {
      mkdirSync(path.dirname(at(file)), { recursive: true });
      appendFileSync(at(file), '// changed\n');
    },
    hold: () => write('hold', ''),
    release: () => rmSync(at('hold'), { force: true }),
    remove: (file) => rmSync(at(file), { recursive: true }),
    close: () => rmSync(folder, { recursive: true }),
  };
}
