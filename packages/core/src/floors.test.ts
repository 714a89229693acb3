import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { floorFaults } from '@goal/db/testing';
import { expect, test } from 'vitest';

// The floors of this package, the lowest first. A folder is a noun; a new one gets its place here.
const floors = [
  // What verbs are made of: rules and statements that several nouns need.
  ['ground'],
  // What all verbs share: its types name rooms of all floors, and it imports none of their values.
  ['core.ts'],
  // What people prove themselves with, and single sign-on.
  ['sign-in', 'sign-in/sso', 'billing/subscription-rule.ts'],
  // Nouns that an account consists of, and their verbs.
  [
    'legal-hold',
    'account',
    'brand',
    'site',
    'group',
    'key',
    'plan',
    'billing',
    'mail',
    'credential',
    'limit',
    'person',
    'sign-in/ways',
    'member',
    'sign-in/entry',
  ],
  // Events: the words that repeat in them, and how they are stored, read and deleted.
  ['event'],
  ['event/words'],
  ['event/store', 'event/read', 'event/gone'],
  ['tail', 'export', 'retention'],
  // The signed log of what was stored, from its bytes up to the thread that seals.
  ['signed-log/keys', 'signed-log/entries'],
  ['signed-log/seal'],
  ['signed-log/look-over', 'signed-log/witness'],
  ['signed-log/bundle', 'signed-log/read', 'signed-log/sealer'],
  ['signed-log'],
  // What the service sends out by itself.
  ['stream/sink'],
  ['stream', 'stream/place'],
  ['stream/deliver', 'stream/manage'],
  ['stream/worker'],
  // What is redacted is redacted in all of these.
  ['redaction'],
  // What people look at. Nothing below may need it.
  ['stats', 'summary', 'attention', 'operator', 'action', 'dashboard', 'report', 'mail/weekly', 'mail/checkpoint'],
  // Whether a failover kept what was acknowledged.
  ['failover'],
  // What a process runs, and how it composes all of this.
  ['worker', 'backup', 'open-core.ts'],
  ['index.ts'],
];

test('each import runs downwards, and no circle runs through the folders', () => {
  expect(floorFaults(import.meta.dirname, floors, 'core.ts')).toEqual([]);
});

test('the package exports its own names: who needs those of another package imports that', () => {
  const index = readFileSync(path.join(import.meta.dirname, 'index.ts'), 'utf8');
  expect(index.match(/from '[^.].*/g)).toBeNull();
});

test('a type has a name of its own in the package', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' });
  const sources = files.filter((file) => /(?<!\.test)\.ts$/.test(file));
  const names = sources.flatMap((file) => {
    const text = readFileSync(path.join(import.meta.dirname, file), 'utf8');
    return [...text.matchAll(/^(?:export )?(?:type|class) (\w+)/gm)].map(([, name]) => name);
  });
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});
