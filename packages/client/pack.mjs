#!/usr/bin/env node
// Packs the integrators' client, without the tRPC client: `node packages/client/pack.mjs FOLDER`
// puts the tarball there and prints npm's JSON about it (file name, sizes, files). It needs an
// installed checkout.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const here = import.meta.dirname;
const into = path.resolve(process.argv[2] ?? '.');
const stage = mkdtempSync(path.join(os.tmpdir(), 'goal-client-'));
try {
  const tsc = path.join(here, '../../node_modules/typescript/bin/tsc');
  execFileSync(
    process.execPath,
    [tsc, '-p', path.join(here, 'tsconfig.pack.json'), '--outDir', path.join(stage, 'dist')],
    {
      stdio: 'inherit',
    },
  );
  for (const part of ['README.md', 'examples'])
    cpSync(path.join(here, part), path.join(stage, part), { recursive: true });
  const { name, version, description, license, type, engines, sideEffects } = JSON.parse(
    readFileSync(path.join(here, 'package.json'), 'utf8'),
  );
  const { types, default: main } = JSON.parse(readFileSync(path.join(here, 'package.json'), 'utf8')).exports['.'];
  const manifest = {
    name,
    version,
    description,
    license,
    type,
    engines,
    sideEffects,
    exports: { '.': { types, default: main } },
  };
  writeFileSync(path.join(stage, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  mkdirSync(into, { recursive: true });
  const said = execFileSync('npm', ['pack', '--json', '--pack-destination', into], { cwd: stage, encoding: 'utf8' });
  console.log(said.trim());
} finally {
  rmSync(stage, { recursive: true, force: true });
}
