import { afterAll, beforeAll, expect, test } from 'vitest';

import { proceduresOf } from '../src/procedures.ts';
import { appRouter } from '../src/router.ts';
import {
  bearer,
  makeAccount,
  openServices,
  withWrongSecret,
  type Credential,
  type TestServices,
} from './access-world.ts';
import { signIn } from './people-world.ts';

// What operators need to help a customer, and what the customer sees of it.

let services: TestServices;
let operator: Credential;
beforeAll(async () => {
  services = await openServices();
  const { token } = await services.adminToken('the night desk', 'admin:write');
  operator = { authorization: bearer(token) };
});
afterAll(() => services.close());

const reason = 'chargeback-4711';

/** What a caller reads by every query of these routers, with each of the inputs that it accepts. */
async function everythingRead(credential: Credential, routers: readonly string[], inputs: readonly object[]) {
  const answers = new Map<string, unknown[]>();
  for (const [path, procedure] of Object.entries(proceduresOf(appRouter))) {
    if (procedure._def.type !== 'query' || !routers.some((router) => path.startsWith(`${router}.`))) continue;
    for (const input of inputs) {
      const getRawInput = () => Promise.resolve(input);
      const call = {
        ctx: services.contextOf(credential),
        path,
        type: 'query',
        signal: undefined,
        batchIndex: 0,
      } as const;
      const answer = await procedure({ ...call, getRawInput }).catch(() => undefined);
      if (answer !== undefined) answers.set(path, [...(answers.get(path) ?? []), answer]);
    }
  }
  return answers;
}

test('R§8.b9 no door of a customer tells an operator’s reason, or that there was one', async () => {
  const account = await makeAccount(services, operator, 'pro');
  const owner = await signIn(services, account, { role: 'owner', isProven: true });
  await signIn(services, account, { role: 'viewer' });
  const { admin } = services.callerOf(operator);
  const { id } = account;
  const unexplained = await admin.accounts.keys.create({ id });
  const spare = await admin.accounts.keys.create({ id });
  await admin.accounts.keys.revoke({ id, prefix: unexplained.prefix });
  await admin.accounts.keys.revoke({ id, prefix: spare.prefix, reason });
  const { members } = await admin.accounts.members.list({ id });
  const leaver = members.find(({ role }) => role === 'viewer')?.id ?? '';
  await admin.accounts.members.remove({ id, member_id: leaver, reason });
  await admin.accounts.groups.keys.revoke({ id, group_id: account.group.id, prefix: account.groupKey.prefix, reason });
  await admin.sites.keys.revoke({ id: account.site.id, prefix: account.site.prefix, reason });
  await admin.sites.revoke({ id: account.site.id, reason });
  await admin.sites.delete({ id: account.otherSite.id, confirm: true, reason });
  await admin.accounts.setReseller({ id, enabled: true, reason });
  await admin.accounts.setPlan({ id, plan: 'agency', reason });
  const { actions } = await admin.actions.list({ account_id: id, limit: 200 });
  const explained = actions.filter(({ detail }) => detail?.['reason'] === reason);
  expect(explained.map(({ action }) => action).toSorted()).toEqual([
    'account.plan',
    'account.reseller',
    'account_key.revoke',
    'group_key.revoke',
    'member.remove',
    'site.delete',
    'site.revoke',
    'site_key.revoke',
  ]);

  const inputs = [{}, { id }, { id: account.site.id }, { id: account.group.id }, { limit: 200 }];
  const byPeople = await everythingRead(owner, ['dashboard', 'me'], inputs);
  const byKeys = await everythingRead(account.accountKey, ['account'], inputs);
  expect([byPeople.has('dashboard.actions.list'), byPeople.has('me.get')]).toEqual([true, true]);
  expect([byKeys.has('account.me'), byKeys.has('account.groups.keys.list')]).toEqual([true, true]);
  expect(JSON.stringify([...byPeople, ...byKeys])).not.toContain(reason);
  const { actions: told } = await services.callerOf(owner).dashboard.actions.list({ limit: 200 });
  expect(told.filter(({ action }) => action === 'account_key.revoke').map(({ detail }) => detail)).toEqual([
    { prefix: spare.prefix },
    { prefix: unexplained.prefix },
  ]);
  expect(told.filter(({ action }) => action === 'site.revoke').map(({ detail }) => detail)).toEqual([
    { from: 'active' },
  ]);
  const mails = await services.core.db.prisma.mail.findMany();
  expect(mails.length).toBeGreaterThan(0);
  expect(JSON.stringify(mails.map(({ detail, recipient, kind }) => [detail, recipient, kind]))).not.toContain(reason);
});

test('R§8.b10 account and group keys show their last refusal, and none before; no refusal costs a write', async () => {
  const account = await makeAccount(services, operator, 'pro');
  const { id, group, groupKey, accountKey } = account;
  const { admin } = services.callerOf(operator);
  const { dashboard } = services.callerOf(await signIn(services, account, { role: 'owner' }));
  /** What the doors that list the key say, which must be the same. */
  const refusalOf = async (kind: 'account' | 'group'): Promise<string | undefined> => {
    const lists =
      kind === 'account'
        ? [await admin.accounts.keys.list({ id }), await dashboard.keys.list()]
        : [
            await admin.accounts.groups.keys.list({ id, group_id: group.id }),
            await dashboard.groups.keys.list({ id: group.id }),
            await services.callerOf(accountKey).account.groups.keys.list({ id: group.id }),
          ];
    const [first, ...others] = lists.map(({ keys: [key] }) => ({ at: key?.last_refused_at, why: key?.last_refusal }));
    for (const other of others) expect(other).toEqual(first);
    expect([typeof first?.at, 'last_refused_at' in (lists[0]?.keys[0] ?? {})]).toEqual(
      first?.why === undefined ? ['undefined', false] : ['string', true],
    );
    return first?.why;
  };
  const ofAccount = services.callerOf(accountKey).account;
  const ofGroup = services.callerOf(groupKey).account;
  const ask = (work: Promise<unknown>) => work.catch(() => {});
  expect([await refusalOf('account'), await refusalOf('group')]).toEqual([undefined, undefined]);

  await ask(ofGroup.groups.create({ name: 'mine' }));
  const { rows } = await services.core.db.work.query<{ why: string | null }>(
    'SELECT last_refusal AS why FROM group_key WHERE prefix = $1',
    [groupKey.prefix],
  );
  expect(rows).toEqual([{ why: null }]);
  expect(await refusalOf('group')).toBe('account key required');
  await ask(ofAccount.sites.delete({ id: account.site.id, confirm: false } as never));
  expect(await refusalOf('account')).toMatch(/^destructive: /);
  await ask(ofAccount.sites.delete({ id: crypto.randomUUID(), confirm: true }));
  expect(await refusalOf('account')).toBe('not found');
  await ofAccount.me();
  await ask(services.callerOf({ authorization: withWrong(accountKey) }).account.me());
  expect(await refusalOf('account')).toBe('not found');
  await services.core.db.work.query(
    `UPDATE account_key SET last_used_at = now() - interval '25 hours' WHERE prefix = $1`,
    [accountKey.prefix],
  );
  await ask(services.callerOf({ authorization: withWrong(accountKey) }).account.me());
  expect(await refusalOf('account')).toBe('invalid token');
  await admin.accounts.setPlan({ id, plan: 'free' });
  await ask(ofAccount.me());
  expect(await refusalOf('account')).toBe('api access requires a paid plan');
  await admin.accounts.setPlan({ id, plan: 'pro' });
  await admin.accounts.groups.keys.revoke({ id, group_id: group.id, prefix: groupKey.prefix });
  await ask(ofGroup.me());
  expect(await refusalOf('group')).toBe('invalid token');
});

const withWrong = ({ authorization }: { authorization: string }): string =>
  bearer(withWrongSecret(authorization.slice(bearer('').length)));
