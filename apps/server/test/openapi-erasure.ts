import { randomUUID } from 'node:crypto';

import type { Account, Answer, TestService } from './harness.ts';

type Act = (on: TestService) => Promise<Answer>;

const body = { reason: 'case 4711' };
const idOf = (answer: Answer): string => (answer.body as { id: string }).id;
const hold = async (account: Account, more: object = {}): Promise<string> =>
  idOf(await account.call('POST', '/holds', { body: { ...body, ...more } }));
const heldAccount = async (on: TestService): Promise<Account> => {
  const account = await on.makeAccount();
  await hold(account);
  return account;
};
const heldSite = async (on: TestService) => {
  const account = await heldAccount(on);
  return { account, site: await on.makeSite(account) };
};
const fill = async (on: TestService): Promise<Account> => {
  const account = await on.makeAccount();
  await on.db.work.query(
    `insert into legal_hold (account_no, reason, actor_kind, actor)
     select no, 'case', 'operator', 'x' from account cross join generate_series(1, 100) where id = $1`,
    [account.id],
  );
  return account;
};

const person = { query: { confirm: 'true' }, body: { username: 'ada' } };
const eventOf = async (on: TestService, isHeld = false) => {
  const account = await on.makeAccount();
  const event = await on.sendOne(await on.makeSite(account));
  if (isHeld) await hold(account);
  return { account, path: `/events/${event}/redact?confirm=true` };
};

/** A success for every operation on redactions and legal holds. */
export const erasureSuccesses: Record<string, Act> = {
  async 'POST /account/events/{id}/redact'(on) {
    const { account, path } = await eventOf(on);
    return account.call('POST', path);
  },
  'POST /account/redactions': async (on) => (await on.makeAccount()).call('POST', '/redactions', person),
  async 'GET /account/redactions/{id}'(on) {
    const account = await on.makeAccount();
    return account.call('GET', `/redactions/${(await on.makeRedaction(account)).id}`);
  },
  'GET /account/holds': async (on) => (await heldAccount(on)).call('GET', '/holds'),
  'POST /account/holds': async (on) => (await on.makeAccount()).call('POST', '/holds', { body }),
  async 'DELETE /account/holds/{id}'(on) {
    const account = await on.makeAccount();
    return account.call('DELETE', `/holds/${await hold(account)}`);
  },
  'POST /admin/accounts/{id}/holds': async (on) =>
    on.admin('POST', `/accounts/${(await on.makeAccount()).id}/holds`, { body }),
  async 'DELETE /admin/accounts/{id}/holds/{hold_id}'(on) {
    const account = await on.makeAccount();
    return on.admin('DELETE', `/accounts/${account.id}/holds/${await hold(account)}`);
  },
};

/** A conflict for every operation that a legal hold refuses, and for those on holds. */
export const erasureConflicts: Record<string, Act> = {
  async 'POST /account/events/{id}/redact'(on) {
    const { account, path } = await eventOf(on, true);
    return account.call('POST', path);
  },
  'POST /account/redactions': async (on) => (await heldAccount(on)).call('POST', '/redactions', person),
  'POST /account/holds': async (on) => (await fill(on)).call('POST', '/holds', { body }),
  async 'DELETE /account/holds/{id}'(on) {
    const account = await on.makeAccount();
    const id = idOf(await on.admin('POST', `/accounts/${account.id}/holds`, { body }));
    return account.call('DELETE', `/holds/${id}`);
  },
  'POST /admin/accounts/{id}/holds': async (on) => on.admin('POST', `/accounts/${(await fill(on)).id}/holds`, { body }),
  async 'DELETE /account/sites/{id}'(on) {
    const { account, site } = await heldSite(on);
    return account.call('DELETE', `/sites/${site.id}?confirm=true`);
  },
  'DELETE /admin/sites/{id}': async (on) => on.admin('DELETE', `/sites/${(await heldSite(on)).site.id}?confirm=true`),
  'DELETE /admin/accounts/{id}': async (on) =>
    on.admin('DELETE', `/accounts/${(await heldAccount(on)).id}?confirm=true`),
};

/** A body that names a site that nobody has. */
export const unknownPlace = () => ({ ...body, site_id: randomUUID(), user_id: 5 });
