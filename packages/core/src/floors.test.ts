import { floorFaults } from '@goal/db/testing';
import { expect, test } from 'vitest';

// The floors of this package, the lowest first. A folder is a noun; a new one gets its place here.
const floors = [
  // What verbs are made of: rules and statements that several nouns need.
  ['ground', 'core.ts'],
  // Nouns that an account consists of, and their verbs.
  [
    'list',
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
    'passkey',
    'entry',
    'member',
  ],
  // Events: stored, read, followed, exported, deleted.
  ['event', 'tail', 'export', 'retention'],
  // The signed log of what was stored, and what proves it.
  ['signed-log'],
  // What the service sends out by itself.
  ['stream'],
  // What is redacted is redacted in all of these.
  ['redaction'],
  // What people look at. Nothing below may need it.
  ['stats', 'summary', 'attention', 'operator', 'action', 'dashboard', 'report', 'weekly', 'checkpoint-mail'],
  // Whether a failover kept what was acknowledged.
  ['failover'],
  // What a process runs, and how it composes all of this.
  ['worker', 'backup', 'open-core.ts'],
  ['index.ts'],
];

test('each import runs downwards, and no circle runs through the folders', () => {
  expect(floorFaults(import.meta.dirname, floors, 'core.ts')).toEqual([]);
});
