#!/usr/bin/env node
// Packs the integrators' client, without the tRPC client: `node packages/client/pack.mjs FOLDER`
// puts the tarball there and prints its name, or with `--json` what npm says about it (file name,
// sizes, files). It needs an installed checkout.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const here = import.meta.dirname;
const [folder = '.'] = process.argv.slice(2).filter((arg) => arg !== '--json');
const into = path.resolve(folder);
const tsc = path.join(here, '../../node_modules/typescript/bin/tsc');
if (!existsSync(tsc)) {
  console.error('The compiler is not installed yet: run npm start or npm test once, then pack again.');
  process.exit(1);
}
const stage = mkdtempSync(path.join(os.tmpdir(), 'goal-client-'));
try {
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
  console.log(process.argv.includes('--json') ? said.trim() : JSON.parse(said)[0].filename);
} finally {
  rmSync(stage, { recursive: true, force: true });
}
