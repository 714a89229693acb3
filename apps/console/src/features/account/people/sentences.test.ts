import { expect, test } from 'vitest';

import { inviteRefusal, removeRefusal, roleSentence } from './sentences.ts';

const owner = { id: '1', role: 'owner' as const, group: null };
const viewer = { id: '2', role: 'viewer' as const, group: { id: '9', name: 'Shops' } };
const invitations = [] as const;

test('a role says which group it is for', () => {
  expect([roleSentence(owner), roleSentence(viewer)]).toEqual(['owner', 'viewer of Shops']);
});

test('R§10.25 operators invite while the account has no owner', () => {
  expect(inviteRefusal([])).toBeUndefined();
  expect(inviteRefusal([viewer])).toBeUndefined();
  expect(inviteRefusal([viewer, owner])).toBe('The account has an owner: ask them to invite');
});

test('R§10.25 the only owner stays until another one is there or invited', () => {
  expect(removeRefusal(owner, { members: [owner, viewer], invitations })).toBe('The account keeps one owner');
  expect(removeRefusal(viewer, { members: [owner, viewer], invitations })).toBeUndefined();
  expect(removeRefusal(owner, { members: [owner, { ...owner, id: '3' }], invitations })).toBeUndefined();
  expect(removeRefusal(owner, { members: [owner], invitations: [{ role: 'owner' }] })).toBeUndefined();
});
