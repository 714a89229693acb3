import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { rolldown } from 'rolldown';
import { expect, test } from 'vitest';

import { ownSourceMap } from '../../bin/source-maps.mjs';

const sources = {
  'first.js': 'export const first = (word) => {\n  return [word, word.length, "first"];\n};\n',
  'node_modules/library/index.js': 'export function library(word) {\n  return word.trim().concat("library");\n}\n',
  'last.js':
    'import { first } from "./first.js";\nimport { library } from "./node_modules/library/index.js";\nexport const last = (word) => first(library(word));\n',
};

/** Packs the sources, and returns the code and its map. */
async function packed(): Promise<{ code: string; map: SourceMapPayload }> {
  const dir = mkdtempSync(path.join(tmpdir(), 'goal-source-maps-'));
  try {
    for (const [name, text] of Object.entries(sources)) {
      mkdirSync(path.dirname(path.join(dir, name)), { recursive: true });
      writeFileSync(path.join(dir, name), text);
    }
    const bundle = await rolldown({ input: path.join(dir, 'last.js') });
    const { output } = await bundle.generate({ sourcemap: true });
    await bundle.close();
    const [{ code, map }] = output;
    // A string in the form that is written beside the code.
    return { code, map: JSON.parse(String(map)) as SourceMapPayload };
  } finally {
    rmSync(dir, { recursive: true });
  }
}

test('the map of a packed program leads to each place of our sources, to no library, and holds no text', async () => {
  const { code, map } = await packed();
  const own = ownSourceMap(map);
  const [whole, slim] = [new SourceMap(map), new SourceMap({ sourcesContent: [], ...own })];
  const led = { ours: 0, library: 0 };
  for (const [line, text] of code.split('\n').entries())
    for (let column = 0; column < text.length; column += 1) {
      const before = whole.findEntry(line, column);
      const after = slim.findEntry(line, column);
      if (!('originalSource' in before) || before.originalSource === undefined) continue;
      const isOurs = !before.originalSource.includes('node_modules');
      led[isOurs ? 'ours' : 'library'] += 1;
      if (isOurs)
        expect(after).toMatchObject({
          originalSource: before.originalSource,
          originalLine: before.originalLine,
          originalColumn: before.originalColumn,
        });
      else expect(after).not.toMatchObject({ originalSource: expect.any(String) });
    }
  expect(led.ours).toBeGreaterThan(50);
  expect(led.library).toBeGreaterThan(50);
  expect(own).not.toHaveProperty('sourcesContent');
});
