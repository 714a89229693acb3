import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { expect, it } from 'vitest';

import { typesOf } from './generate-types.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

it('the committed types match docs/openapi.json', async () => {
  const document = JSON.parse(await readFile(at('../../../docs/openapi.json'), 'utf8')) as Record<string, unknown>;
  await expect(await typesOf(document)).toMatchFileSnapshot(at('../src/generated/openapi.ts'));
});
