import type { PersonView } from '@goal/contract';
import { expect, test } from 'vitest';

import { accountChoices, foundChoices, otherAccounts, viewChoices } from './choices.ts';

const id = '0192f0a4-5b1c-4c3d-9e2f-0123456789ab';
type Account = Parameters<typeof accountChoices>[0];
const member = (role: Account['role'], group: Account['group'] = null): Account => ({
  account_id: id,
  name: 'Agency North',
  email: 'north@example.com',
  role,
  group,
  is_reseller: false,
  usage: { sites_active: 1, sites_paused: 0, groups: 1 },
});
const labels = (account: Account): string[] => {
  const { pages, acts } = accountChoices(account);
  return [...pages, ...acts].map(({ label }) => label);
};

test('R§10.6 the palette offers the pages and acts that the role may open, and no others', () => {
  const all = ['Log', 'Sites', 'Groups', 'Reports', 'Usage', 'Views of the log'];
  const withStreams = all.toSpliced(-1, 0, 'Streams', 'Integrity');
  const keys = ['API keys', 'Members', 'Billing', 'Record', 'Legal holds', 'Erasure', 'Addresses'];
  const acts = ['Add a site …', 'New group …', 'New key …', 'New stream …', 'Invite somebody …'];
  expect(labels(member('owner'))).toEqual([...withStreams, ...keys, 'Account', ...acts]);
  expect(labels({ ...member('owner'), is_reseller: true })).toEqual([
    ...withStreams,
    ...keys,
    'Brand',
    'Account',
    ...acts,
  ]);
  expect(labels({ ...member('admin'), is_reseller: true })).toEqual([...withStreams, ...keys, ...acts]);
  expect(labels(member('admin'))).toEqual([...withStreams, ...keys, ...acts]);
  expect(labels(member('viewer'))).toEqual([...all, 'Members']);
  expect(labels(member('admin', { id, name: 'Shops' }))).toEqual([...all, 'Addresses', 'Add a site …']);
  expect(labels(member('viewer', { id, name: 'Shops' }))).toEqual(all);
});

test('each page of the palette names its account, because a recent one may belong to another', () => {
  for (const { hint } of accountChoices(member('owner')).pages) expect(hint).toBe('Agency North');
  expect(accountChoices(member('viewer', { id, name: 'Shops' })).pages[0]?.hint).toBe('Agency North · Shops');
});

test('R§10.34 the palette leads to each view of the log, and to the four that every account has', () => {
  const views = viewChoices(member('viewer'), [{ id: '7', name: 'Logins', query: 'code=1000' }]);
  expect(views.map(({ label }) => label)).toEqual([
    'Logins',
    'Sign-ins that failed',
    'Users and roles',
    'Plugins and themes',
    'Critical, last 24 hours',
  ]);
  expect(views[0]?.href).toBe(`/a/${id}/log?code=1000&view=7`);
});

test('the palette lists the other accounts of a person, without the open one', () => {
  const membership = (account_id: string): PersonView['memberships'][number] => ({
    account_id,
    account_name: null,
    account_email: `${account_id}@example.com`,
    plan: 'pro',
    is_reseller: false,
    role: 'viewer',
    group: { id, name: 'Shops' },
    weekly_mail: 'off',
    checkpoint_mail: false,
    brand: null,
  });
  const memberships = [membership(id), membership('2')];
  expect(otherAccounts({ memberships }, id)).toMatchObject([
    { label: '2@example.com', hint: 'Viewer of Shops', href: '/a/2' },
  ]);
  expect(otherAccounts({ memberships }, undefined)).toHaveLength(2);
});

test('the palette leads to the sites and groups that it found', () => {
  const found = foundChoices(member('viewer'), {
    sites: [{ id: '1', domain: 'shop.example', name: null }],
    groups: [{ id: '2', name: 'Shops', site_count: 6 }],
  });
  expect(found).toMatchObject([
    { group: 'Sites', label: 'shop.example', hint: 'Agency North', href: `/a/${id}/sites/1` },
    { group: 'Groups', label: 'Shops', hint: '6 sites', href: `/a/${id}/groups/2` },
  ]);
});
