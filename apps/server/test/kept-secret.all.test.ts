import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { keptSecret } from '../src/kept-secret.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'goal-kept-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

it('a kept secret becomes private again when a copy had made it readable to others', async () => {
  const file = path.join(folder, 'kept');
  const secret = await keptSecret(folder, 'kept');
  chmodSync(file, 0o644);
  expect(await keptSecret(folder, 'kept')).toBe(secret);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

it('a kept secret is the same for two simultaneous starts', async () => {
  const own = path.join(folder, 'new');
  const all = await Promise.all(Array.from({ length: 20 }, () => keptSecret(own, 'kept')));
  expect(new Set(all)).toHaveProperty('size', 1);
  expect(all[0]).toBe(readFileSync(path.join(own, 'kept'), 'utf8').trim());
});
