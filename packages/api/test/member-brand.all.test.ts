import { afterAll, beforeAll, expect, test } from 'vitest';

import { bearer, makeAccount, openServices, type Credential, type TestServices } from './access-world.ts';
import { sentenceOf } from './member-world.ts';
import { signIn } from './people-world.ts';

// What a reseller's members see in place of the product's name (rulings §10.38).

let services: TestServices;
let operator: Credential;
beforeAll(async () => {
  services = await openServices();
  const { token } = await services.adminToken('writer', 'admin:write');
  operator = { authorization: bearer(token) };
});
afterAll(() => services.close());

const visitor = { address: '192.0.2.1', userAgent: undefined };
const entry = () => services.callerOf({ visitor }).entry;
const png = Buffer.from('\x89PNG\r\n\x1a\nthe rest', 'latin1').toString('base64');
const webp = Buffer.from('RIFF\x10\0\0\0WEBPVP8 ', 'latin1').toString('base64');

/** An account with a member of each kind; a reseller's unless the plan alone counts. */
async function openAccount({ isReseller = true } = {}) {
  const account = await makeAccount(services, operator, 'pro');
  const { admin } = services.callerOf(operator);
  const setReseller = (enabled: boolean) => admin.accounts.setReseller({ id: account.id, enabled });
  if (isReseller) await setReseller(true);
  const { rowId: group } = await services.core.db.prisma.group.findFirstOrThrow({ where: { id: account.group.id } });
  const as = async (role: 'owner' | 'admin' | 'viewer', isOfGroup = false) =>
    services.callerOf(await signIn(services, account, { role, ...(isOfGroup ? { group } : {}) }));
  return { account, as, setReseller };
}

test('R§10.38 R§5.2 a brand is shown to every member, to the holder of an invitation and in reports, once it has a name', async () => {
  const { account, as } = await openAccount();
  const owner = await as('owner');
  const { brand } = owner.dashboard;
  await brand.set({ colour: '#1A56DB', logo: png });
  const unnamed = await brand.get();
  expect(unnamed).toEqual({
    name: null,
    colour: '#1a56db',
    colour_dark: expect.stringMatching(/^#[0-9a-f]{6}$/),
    logo_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  expect((await owner.dashboard.me()).brand).toBeNull();
  await brand.set({ name: '  North & Sons  ' });
  const shown = { ...unnamed, name: 'North & Sons' };
  const month = '2026-01';
  for (const member of [owner, await as('viewer'), await as('viewer', true)]) {
    expect((await member.dashboard.me()).brand).toEqual(shown);
    expect(await member.dashboard.brand.get()).toEqual(shown);
    expect((await member.dashboard.report({ month })).brand).toEqual(shown);
    expect((await member.me.get()).memberships).toMatchObject([{ account_id: account.id, brand: shown }]);
  }
  const { link } = await owner.dashboard.members.invite({ email: 'mia@client.test', role: 'viewer' });
  expect(await entry().invitation({ token: new URL(link).hash.slice(1) })).toMatchObject({ brand: shown });
  await brand.set({ name: null });
  expect((await owner.dashboard.me()).brand).toBeNull();
});

test('R§10.38 owners of resellers alone set a brand, and what changed is recorded as brand.set', async () => {
  const { as } = await openAccount();
  for (const role of ['admin', 'viewer'] as const)
    expect(await sentenceOf((await as(role)).dashboard.brand.set({ name: 'Mine' }))).toBe('missing role: owner');
  const plain = await openAccount({ isReseller: false });
  const notReseller = await plain.as('owner');
  expect(await sentenceOf(notReseller.dashboard.brand.set({ name: 'Mine' }))).toBe('white label is for resellers');
  expect(await sentenceOf(notReseller.dashboard.brand.set({ colour: 'red' }))).toBe('invalid colour');
  const { brand, actions } = (await as('owner')).dashboard;
  for (const change of [
    { name: 'North', colour: '#1a56db', logo: png },
    { name: 'North', colour: '#1A56DB' },
    {},
    { logo: null },
    { logo: null },
    { colour: null },
  ])
    await brand.set(change);
  const { actions: found } = await actions.list({ action: 'brand.set' });
  expect(found.map(({ sentence }) => sentence)).toEqual([
    'changed the brand: no colour',
    'changed the brand: no logo',
    'changed the brand: name «\u2068North\u2069», colour «\u2068#1a56db\u2069», another logo',
  ]);
  expect(await sentenceOf(brand.set({ colour: '#ffff00' }))).toBe('colour has too little contrast');
});

test('R§10.38 a logo is read with its own type by an id that another logo does not keep', async () => {
  const { as } = await openAccount();
  const { brand } = (await as('owner')).dashboard;
  await brand.set({ name: 'North', logo: png });
  const { logo_id: first } = await brand.get();
  expect(await entry().logo({ id: first ?? '' })).toEqual({ type: 'image/png', content: png });
  await brand.set({ logo: webp });
  const { logo_id: second } = await brand.get();
  expect(await entry().logo({ id: second ?? '' })).toEqual({ type: 'image/webp', content: webp });
  await brand.set({ logo: null });
  expect((await brand.get()).logo_id).toBeNull();
  for (const id of [first ?? '', second ?? '', 'x']) expect(await sentenceOf(entry().logo({ id }))).toBe('not found');
});

test('R§10.38 an account that is no reseller any more shows the product’s face and keeps its brand', async () => {
  const { as, setReseller } = await openAccount();
  const owner = await as('owner');
  const { brand } = owner.dashboard;
  await brand.set({ name: 'North', logo: png });
  const shown = await brand.get();
  await setReseller(false);
  expect(await brand.get()).toEqual({ name: null, colour: null, colour_dark: null, logo_id: null });
  expect((await owner.dashboard.me()).brand).toBeNull();
  expect((await owner.me.get()).memberships).toMatchObject([{ brand: null }]);
  expect((await owner.dashboard.report({ month: '2026-01' })).brand).toBeNull();
  expect(await sentenceOf(entry().logo({ id: shown.logo_id ?? '' }))).toBe('not found');
  expect(await sentenceOf(brand.set({ name: 'South' }))).toBe('white label is for resellers');
  await setReseller(true);
  expect((await owner.dashboard.me()).brand).toEqual(shown);
});
