import { floorFaults } from '@goal/db/testing';
import { expect, test } from 'vitest';

// The floors of this package, the lowest first.
const floors = [
  // What a sign-in is counted as.
  ['sign-ins.ts'],
  // What every door over HTTP does in the same way, and the context that it gives to a procedure.
  ['http', 'json-schema.ts'],
  ['refusal.ts'],
  // How a procedure is built: the order of judgement.
  [
    'trpc.ts',
    'key-access.ts',
    'judge-member.ts',
    'note-key.ts',
    'acting.ts',
    'access.ts',
    'with-body.ts',
    'procedures.ts',
  ],
  ['routers', 'router.ts'],
  // The doors, which do not know one another, and the OpenAPI document of the REST paths.
  [
    'rest',
    'native.ts',
    'mcp',
    'billing',
    'document.ts',
    'document-parts.ts',
    'document-examples.ts',
    'document-words.ts',
  ],
  ['index.ts'],
];

test('each import runs downwards, and no circle runs through the folders', () => {
  expect(floorFaults(import.meta.dirname, floors)).toEqual([]);
});
