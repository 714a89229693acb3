import path from 'node:path';

import { floorFaults } from '@goal/db/testing';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../../..');
const source = path.join(root, 'apps/console/src');

// The floors of the console, the lowest first.
const floors = [
  ['lib', 'types.d.ts'],
  ['env.ts', 'session'],
  // The way to the API.
  ['forward', 'trpc'],
  ['features'],
  ['shell'],
  ['app', 'proxy.ts', 'server'],
];

// The features, the lowest first: each is the pages and dialogs of one noun.
const features = [
  ['charts', 'files', 'health', 'keys', 'retention', 'why'],
  ['actions', 'several', 'site', 'tokens'],
  ['account', 'accounts', 'attention', 'palette', 'plans'],
];

// The floors of packages/ui, the lowest first.
const sharedFloors = [
  ['lib', 'types.d.ts'],
  ['session', 'theme'],
  ['trpc'],
  ['field', 'text', 'write'],
  ['state'],
  ['page', 'table'],
  ['charts', 'dialog'],
  ['palette', 'site'],
  ['server', 'shell'],
];

// The floors of the dashboard, the lowest first.
const dashboardFloors = [
  ['lib', 'types.d.ts'],
  ['env.ts', 'session'],
  // The ways to the API.
  ['entry', 'forward', 'trpc'],
  ['features'],
  ['shell'],
  ['app', 'proxy.ts', 'server'],
];

// The features of the dashboard, the lowest first.
const dashboardFeatures = [
  ['account', 'brand', 'confirm', 'export', 'sign-in', 'unsubscribe'],
  ['addresses', 'billing', 'connect', 'erasure', 'filters', 'keys', 'licences', 'me', 'members', 'record', 'usage'],
  ['integrity', 'join', 'palette', 'site', 'streams', 'views'],
  ['log', 'sign-up', 'sites'],
  ['choose', 'groups', 'report', 'start'],
];

// The rooms of the features that have many files, the lowest first.
const roomsOf = {
  'apps/dashboard/src/features/filters': [['query'], ['feed'], ['side'], ['bar']],
  'apps/dashboard/src/features/log': [
    ['empty', 'histogram', 'live', 'rows', 'side'],
    ['panel'],
    ['acts', 'list'],
    ['log-page.tsx'],
  ],
  'apps/console/src/features/account': [
    ['dialog-props.ts', 'name.tsx', 'sentences.ts', 'use-dialog.ts'],
    ['holds', 'keys', 'overview', 'people', 'plan', 'several', 'streams'],
    ['groups', 'sites'],
    ['delete-account.tsx', 'email-dialog.tsx'],
    ['dialogs.tsx'],
    ['account.tsx'],
  ],
};

// The floors of packages/contract, the lowest first. A folder is a noun of the wire.
const contractFloors = [
  ['limits.ts', 'version.ts'],
  // Forms of text, without zod.
  ['text'],
  // The sentences of errors.
  ['refusals'],
  // How a field is read, and the fields that several shapes share.
  ['fields'],
  // Inputs and outputs of several nouns.
  ['inputs.ts', 'shapes.ts'],
  ['account', 'event', 'record', 'stream'],
  ['people'],
  ['operator'],
  ['dashboard'],
  ['index.ts'],
];

test('each import of packages/contract runs downwards, and no circle runs through its folders', () => {
  expect(floorFaults(path.join(root, 'packages/contract/src'), contractFloors)).toEqual([]);
});

test('each import of the dashboard runs downwards, and no circle runs through its folders', () => {
  expect(floorFaults(path.join(root, 'apps/dashboard/src'), dashboardFloors)).toEqual([]);
});

test('each import of packages/ui runs downwards, and no circle runs through its folders', () => {
  expect(floorFaults(path.join(root, 'packages/ui/src'), sharedFloors)).toEqual([]);
});

test('each import of the console runs downwards, and no circle runs through its folders', () => {
  expect(floorFaults(source, floors)).toEqual([]);
});

test('each import between features runs downwards, and no circle runs through them', () => {
  expect(floorFaults(path.join(source, 'features'), features)).toEqual([]);
  expect(floorFaults(path.join(root, 'apps/dashboard/src/features'), dashboardFeatures)).toEqual([]);
});

test.each(Object.entries(roomsOf))('each import between the rooms of %s runs downwards', (folder, rooms) => {
  expect(floorFaults(path.join(root, folder), rooms)).toEqual([]);
});
