import path from 'node:path';

import { floorFaults } from '@goal/db/testing';
import { expect, test } from 'vitest';

const source = path.resolve(import.meta.dirname, '../../../console/src');

// The floors of the console, the lowest first.
const floors = [
  ['lib', 'types.d.ts'],
  ['env.ts', 'session'],
  // The way to the API, and the parts that every page is built from.
  ['forward', 'trpc', 'ui', 'theme'],
  ['features'],
  ['shell'],
  ['app', 'proxy.ts', 'server'],
];

// The features, the lowest first: each is the pages and dialogs of one noun.
const features = [
  ['charts', 'keys', 'retention'],
  ['actions', 'site'],
  ['account', 'accounts', 'palette', 'plans'],
];

test('each import of the console runs downwards, and no circle runs through its folders', () => {
  expect(floorFaults(source, floors)).toEqual([]);
});

test('each import between features runs downwards, and no circle runs through them', () => {
  expect(floorFaults(path.join(source, 'features'), features)).toEqual([]);
});
