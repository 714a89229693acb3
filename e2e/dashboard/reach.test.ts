import type { Role } from '@goal/contract';
import { inLongRun, rowsInAllRun, rowsOf } from '@goal/db/testing/long-run';
import type { APIResponse } from '@playwright/test';

import { expect, inUsedTab as test, type Page, settled } from '../harness/dashboard.ts';
import { inviteAs, makeMember, signInAs } from '../harness/member.ts';
import { makeGroup, makeKey, makeSite } from '../harness/operator.ts';
import { addColleague, openTypist } from '../harness/reach.ts';
import { rest } from '../harness/rest.ts';

const unknown = '00000000-0000-4000-8000-000000000000';

/** The addresses of an account's pages, and one that no page has. */
const places = rowsOf(
  ['', '/settings/keys', '/settings/record', '/log'],
  [
    '/settings',
    '/settings/members',
    '/settings/billing',
    '/settings/addresses',
    '/settings/account',
    '/sites',
    '/sites/choose',
    '/groups',
    '/usage',
    '/streams',
    '/report',
    '/settings/brand',
  ],
);

/** What the pages of an account read. */
const reads = [
  'me',
  'notices',
  'usage',
  'keys.list',
  'members.list',
  'groups.list',
  'actions.list',
  'billing.get',
  'sites.list',
  'events.list',
  'events.summary',
  'report',
  'brand.get',
  'streams.list',
];

/** What the pages of an account change, with whatever they would need for it. */
const changes: readonly (readonly [procedure: string, input: object])[] = [
  ['account.update', { name: 'Mine' }],
  ['keys.create', { name: 'mine' }],
  ['keys.revoke', { prefix: 'aaaaaaaa' }],
  ['streams.alert', { name: 'mine', to: null }],
  ['streams.delete', { id: unknown }],
  ['members.invite', { email: 'me@evil.example', role: 'owner', group_id: null }],
  ['members.update', { id: unknown, role: 'owner', group_id: null }],
  ['members.remove', { id: unknown }],
  ['members.leave', {}],
  ['invitations.renew', { id: unknown }],
  ['invitations.revoke', { id: unknown }],
  ['sites.setKeepIp', { id: unknown, keep_ip: false }],
  ['account.delete', { email: 'me@evil.example' }],
  ['sites.choose', { ids: [unknown] }],
  ['billing.checkout', { plan: 'pro' }],
  ['billing.portal', {}],
  ['sites.move', { ids: [unknown], group_id: null }],
  ['groups.delete', { id: unknown }],
  ['brand.set', { name: 'Mine' }],
];
/** What a member of one group may ask for. */
const ofAnyMember = ['members.leave', 'sites.setKeepIp'];

/** What somebody sees of an answer. */
async function seen(answer: APIResponse): Promise<string> {
  return `${answer.status()} ${await answer.text()}`;
}

/**
 * The least that a role may do. What others let an owner do, `foreign-ids.all.test.ts` of
 * packages/api asks of each procedure.
 */
const roles = rowsOf<readonly [name: string, role: Role, isOfGroup: boolean]>(
  rowsInAllRun([], [['a viewer of one group', 'viewer', true]]),
  [
    ['an owner', 'owner', false],
    ['an admin of one group', 'admin', true],
    ['a viewer', 'viewer', false],
    ['an admin', 'admin', false],
  ],
);

for (const [name, role, isOfGroup] of roles)
  test(`R§10.5 whatever address ${name} types, the account of others looks like one that does not exist, byte for byte`, async () => {
    const owner = await makeMember();
    const foreign = await makeMember();
    const group = await makeGroup(await makeKey(owner.account), { name: 'Shops' });
    const typist = await openTypist((await addColleague(owner, { role, ...(isOfGroup ? { group } : {}) })).session);
    for (const place of places) {
      // A document comes in the order in which its parts are ready: its bytes vary by themselves.
      const [theirs, none] = [
        await typist.open(`/a/${foreign.account.id}${place}`),
        await typist.open(`/a/${unknown}${place}`),
      ];
      expect(theirs.status(), place).toBe(none.status());
      const text = await theirs.text();
      for (const hidden of [foreign.account.email, foreign.email]) expect(text, place).not.toContain(hidden);
    }
    const file = async (id: string): Promise<string> => seen(await typist.open(`/a/${id}/record.csv`));
    expect(await file(foreign.account.id)).toBe(await file(unknown));
    const all = [
      { procedure: 'events.get', input: { id: unknown }, isChange: false },
      ...reads.map((one) => ({ procedure: one, input: {}, isChange: false })),
      ...changes.map(([procedure, input]) => ({ procedure, input, isChange: true })),
    ];
    for (const { procedure, input, isChange } of all) {
      const ask = async (account?: string): Promise<string> =>
        seen(
          await typist.call(`dashboard.${procedure}`, {
            ...(account === undefined ? {} : { account }),
            input,
            isChange,
          }),
        );
      const answer = await ask(unknown);
      expect(answer, procedure).toContain('404 ');
      for (const id of [foreign.account.id, foreign.account.id.toUpperCase(), 'nonsense', undefined])
        expect(await ask(id), `${procedure} of ${id}`).toBe(answer);
    }
    await typist.close();
  });

test('R§10.3 what belongs to another account cannot be told from what does not exist, and a client of one group has no door to the rest', async () => {
  const [owner, foreign] = [await makeMember(), await makeMember()];
  const key = await makeKey(owner.account);
  const [shops, others] = [await makeGroup(key, { name: 'Shops' }), await makeGroup(key, { name: 'Others' })];
  const theirKey = await makeKey(foreign.account);
  const theirGroup = await makeGroup(theirKey, { name: 'Theirs' });
  const theirSite = await makeSite(foreign.account);
  const theirInvitation = await inviteAs(foreign);
  const account = owner.account.id;
  const their = await openTypist(foreign.session);
  const list = await their.call('dashboard.members.list', { account: foreign.account.id });
  // The form of an answer over native tRPC.
  const { result } = (await list.json()) as { result: { data: { members: { id: string }[] } } };
  const theirMember = result.data.members[0]?.id ?? '';
  await their.close();

  const typist = await openTypist(owner.session);
  const email = 'mia@client.test';
  const pairs: readonly (readonly [string, (id: string) => object, string])[] = [
    ['keys.revoke', (prefix) => ({ prefix }), theirKey.split('_')[2] ?? ''],
    ['members.invite', (group_id) => ({ email, role: 'viewer', group_id }), theirGroup.id],
    ['members.update', (id) => ({ id, role: 'viewer', group_id: null }), theirMember],
    ['members.remove', (id) => ({ id }), theirMember],
    ['invitations.renew', (id) => ({ id }), theirInvitation.id],
    ['invitations.revoke', (id) => ({ id }), theirInvitation.id],
    ['sites.setKeepIp', (id) => ({ id, keep_ip: false }), theirSite.site_id],
    ['sites.update', (id) => ({ id, name: 'mine' }), theirSite.site_id],
    ['sites.activate', (id) => ({ id }), theirSite.site_id],
    ['sites.delete', (id) => ({ id, domain: theirSite.domain }), theirSite.site_id],
    ['sites.tokens.create', (id) => ({ id }), theirSite.site_id],
    ['sites.tokens.revoke', (id) => ({ id, prefix: theirSite.prefix }), theirSite.site_id],
    ['sites.move', (id) => ({ ids: [id], group_id: null }), theirSite.site_id],
    ['groups.update', (id) => ({ id, name: 'mine' }), theirGroup.id],
    ['groups.delete', (id) => ({ id }), theirGroup.id],
    ['groups.keys.revoke', (id) => ({ id, prefix: 'aaaaaaaa' }), theirGroup.id],
  ];
  for (const [procedure, input, id] of pairs) {
    const ask = async (one: string): Promise<string> =>
      seen(await typist.call(`dashboard.${procedure}`, { account, input: input(one), isChange: true }));
    const answer = await ask(procedure === 'keys.revoke' ? 'aaaaaaaa' : unknown);
    expect(answer, procedure).toContain('404 ');
    expect(await ask(id), procedure).toBe(answer);
  }
  await typist.close();

  for (const role of ['viewer', 'admin'] as const) {
    const client = await openTypist((await addColleague(owner, { role, group: shops })).session);
    for (const procedure of ['me', 'notices', 'groups.list', 'members.list', 'sites.list', 'events.list']) {
      const text = await seen(await client.call(`dashboard.${procedure}`, { account }));
      expect(text, `${role}: ${procedure}`).toContain('200 ');
      for (const hidden of [others.id, others.name, owner.email])
        expect(text, `${role}: ${procedure}`).not.toContain(hidden);
    }
    for (const [procedure, input] of [
      ...changes.filter(([one]) => !ofAnyMember.includes(one)),
      ['keys.list', {}],
      ['actions.list', {}],
    ] as const) {
      const isChange = !procedure.endsWith('.list');
      const answer = await client.call(`dashboard.${procedure}`, { account, input, isChange });
      expect([role, procedure, answer.status()]).toEqual([role, procedure, 403]);
    }
    await client.close();
  }
  // Nothing of that has changed anything.
  expect((await rest('GET', '/account/me', { token: theirKey })).status).toBe(200);
});

/** What a page of an account says, without the account. */
async function textOf(page: Page, id: string, place: string): Promise<string> {
  await page.goto(`/a/${id}${place}`);
  await settled(page);
  return (await page.locator('body').innerText()).replaceAll(id, 'ID');
}

inLongRun(() => {
  test('R§10.3 when a program deletes the group its client is out at the next look, sees nothing more, and the record says so', async ({
    page,
    context,
    browser,
    baseURL,
    faults,
  }) => {
    faults.allow(/status of 404/);
    const [owner, foreign] = [await makeMember(), await makeMember()];
    const key = await makeKey(owner.account);
    const group = await makeGroup(key, { name: 'Shops' });
    const client = await addColleague(owner, { role: 'viewer', group });
    await signInAs(context, client);
    const own = `/a/${owner.account.id}`;
    await page.goto(own);
    await expect(page.getByRole('banner')).toContainText(group.name);
    // What the client sees of others' accounts, in a browser.
    for (const place of ['', '/settings/keys', '/settings/members'])
      expect(await textOf(page, foreign.account.id, place)).toBe(await textOf(page, unknown, place));

    await page.goto(own);
    await expect(page.getByRole('banner')).toContainText(group.name);
    await expect(page.getByText('This group has no sites')).toBeVisible();
    // A live log looks by itself.
    await page.getByRole('button', { name: 'Live' }).click();
    expect((await rest('DELETE', `/account/groups/${group.id}`, { token: key })).status).toBe(204);
    await expect(page.getByText('This account does not exist, or it was deleted.')).toBeVisible();
    await page.reload();
    await expect(page.getByText('This account does not exist, or it was deleted.')).toBeVisible();
    await expect(page.getByRole('banner')).not.toContainText(owner.account.email);
    for (const place of places.slice(1)) {
      await page.goto(`${own}${place}`);
      await expect(page.getByText('This account does not exist, or it was deleted.')).toBeVisible();
    }
    await page.goto('/accounts');
    await expect(page.getByText('You are a member of no account')).toBeVisible();

    const second = await browser.newContext({
      ...(baseURL === undefined ? {} : { baseURL }),
      storageState: owner.session,
    });
    const record = await second.newPage();
    await record.goto(`${own}/settings/record`);
    const row = record.getByRole('region', { name: 'Record' }).getByRole('row').filter({ hasText: client.email });
    await expect(row.filter({ hasText: 'removed the member' })).toBeVisible();
    await second.close();
  });
});
