import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { floorFaults } from './floors.ts';

/** A package with these files. */
function packageOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'floors-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  return folder;
}

test('imports that run downwards, and tests that import anything, are no fault', () => {
  const folder = packageOf({
    'main.ts': "import { a } from './upper/a.ts';",
    'upper/a.ts': "import { b } from '../lower/b.ts';\nexport { c } from './deep/c.ts';",
    'upper/deep/c.ts': "import type { b } from '../../lower/b.ts';",
    'lower/b.ts': "import path from 'node:path';",
    'lower/b.test.ts': "import { a } from '../upper/a.ts';",
  });
  expect(floorFaults(folder, [['lower'], ['upper'], ['main.ts']])).toEqual([]);
});

test('an import that runs upwards is a fault, whether of a value, of a type, or dynamic', () => {
  const folder = packageOf({
    'lower/value.ts': "import { a } from '../upper/a.ts';",
    'lower/type.ts': "import type { a } from '../upper/a.ts';",
    'lower/later.ts': "const { a } = await import('../upper/a.ts');",
    'upper/a.ts': '',
  });
  expect(floorFaults(folder, [['lower'], ['upper']])).toEqual([
    'lower/later.ts imports upper/a.ts: upwards',
    'lower/type.ts imports upper/a.ts: upwards',
    'lower/value.ts imports upper/a.ts: upwards',
  ]);
});

test('a circle of rooms on one floor is a fault, also through a third room', () => {
  const folder = packageOf({
    'a/one.ts': "import './../b/one.ts';",
    'b/one.ts': "import { two } from '../c/two.ts';",
    'c/two.ts': "export * from '../a/two.ts';",
    'a/two.ts': '',
    'd/one.ts': "import { one } from '../a/one.ts';",
  });
  expect(floorFaults(folder, [['a', 'b', 'c', 'd']])).toEqual([
    'a/one.ts imports b/one.ts: a circle of rooms',
    'b/one.ts imports c/two.ts: a circle of rooms',
    'c/two.ts imports a/two.ts: a circle of rooms',
  ]);
});

test('a room without a floor, and a floor of a room that does not exist, are faults', () => {
  const folder = packageOf({ 'a/one.ts': '', 'new/one.ts': '', 'main.ts': '' });
  expect(floorFaults(folder, [['a', 'gone'], ['main.ts']])).toEqual(['new has no floor', 'gone does not exist']);
});

test('a room may name rooms of its own, on floors above and below other rooms', () => {
  const folder = packageOf({
    'event/event.ts': '',
    'event/words/deep/word.ts': "import { e } from '../../event.ts';",
    'event/store/store.ts': "import { w } from '../words/deep/word.ts';\nimport { m } from '../../mail/mail.ts';",
    'event/rule.ts': "import { m } from '../mail/mail.ts';",
    'mail/mail.ts': "import { e } from '../event/event.ts';",
    'mail/due/due.ts': '',
  });
  const floors = [['event', 'event/words'], ['mail'], ['event/store', 'event/rule.ts'], ['mail/due']];
  expect(floorFaults(folder, floors)).toEqual([]);
  expect(floorFaults(folder, [['event/store'], ['event', 'event/words', 'event/rule.ts', 'mail', 'mail/due']])).toEqual(
    [
      'event/store/store.ts imports event/words/deep/word.ts: upwards',
      'event/store/store.ts imports mail/mail.ts: upwards',
    ],
  );
  expect(floorFaults(folder, [['event', 'event/words', 'event/rule.ts'], ['mail']])).toEqual([
    'event/store has no floor',
    'event/rule.ts imports mail/mail.ts: upwards',
    'event/store/store.ts imports mail/mail.ts: upwards',
  ]);
});

test('the file that composes may name types from above, and no values', () => {
  const types = packageOf({ 'core.ts': "import type { A } from './upper/a.ts';", 'upper/a.ts': '' });
  expect(floorFaults(types, [['core.ts'], ['upper']], 'core.ts')).toEqual([]);
  const values = packageOf({ 'core.ts': "import { a } from './upper/a.ts';", 'upper/a.ts': '' });
  expect(floorFaults(values, [['core.ts'], ['upper']], 'core.ts')).toEqual(['core.ts imports upper/a.ts: upwards']);
});

test('an upward import is told once, and not as circles of the imports that lead back down', () => {
  const folder = packageOf({
    'lower/a.ts': "import { b } from '../upper/b.ts';",
    'upper/b.ts': "import { c } from '../lower/c.ts';",
    'lower/c.ts': '',
  });
  expect(floorFaults(folder, [['lower'], ['upper']])).toEqual(['lower/a.ts imports upper/b.ts: upwards']);
});
