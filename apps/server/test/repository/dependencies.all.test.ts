import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

const root = path.resolve(import.meta.dirname, '../../../..');
const read = (file: string): unknown => parse(readFileSync(path.join(root, file), 'utf8'));
const lockShape = z.object({
  packages: z.record(z.string(), z.object({ resolution: z.record(z.string(), z.unknown()) })),
});
const workspaceShape = z.object({ allowBuilds: z.record(z.string(), z.boolean()) });
const manifestShape = z.object({ name: z.string().optional(), scripts: z.record(z.string(), z.unknown()).optional() });

test('the lock file pins every package by the hash of its archive, and takes none from another place', () => {
  const { packages } = lockShape.parse(read('pnpm-lock.yaml'));
  expect(Object.keys(packages).length).toBeGreaterThan(400);
  for (const [name, { resolution }] of Object.entries(packages)) {
    expect(resolution['integrity'], name).toMatch(/^sha512-[A-Za-z0-9+/]{86}==$/);
    expect(Object.keys(resolution), name).toEqual(['integrity']);
  }
});

test('no package runs a script when it is installed: each that has one is named, and refused', () => {
  const { allowBuilds } = workspaceShape.parse(read('pnpm-workspace.yaml'));
  expect(Object.values(allowBuilds).filter(Boolean)).toEqual([]);
  const store = path.join(root, 'node_modules/.pnpm');
  const wanting = new Set<string>();
  for (const entry of readdirSync(store)) {
    const folder = path.join(store, entry, 'node_modules');
    if (!existsSync(folder)) continue;
    // The other entries of the folder are links to packages of their own.
    const own = readdirSync(folder, { withFileTypes: true }).flatMap((one) =>
      one.name.startsWith('@')
        ? readdirSync(path.join(folder, one.name), { withFileTypes: true })
            .filter((scoped) => scoped.isDirectory())
            .map((scoped) => path.join(folder, one.name, scoped.name))
        : one.isDirectory()
          ? [path.join(folder, one.name)]
          : [],
    );
    for (const found of own) {
      const file = path.join(found, 'package.json');
      if (!existsSync(file)) continue;
      const { name = '', scripts = {} } = manifestShape.parse(JSON.parse(readFileSync(file, 'utf8')));
      if (['preinstall', 'install', 'postinstall'].some((script) => script in scripts)) wanting.add(name);
    }
  }
  expect([...wanting].filter((name) => !(name in allowBuilds))).toEqual([]);
});
