import type { Role } from '@goal/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { refusalOf } from '../src/refusal.ts';
import { bearer, makeAccount, openServices, type Credential, type TestServices } from './access-world.ts';
import { signIn } from './people-world.ts';

// Requests of members that were judged, and then waited for the account's lock while somebody took
// the membership away (rulings §2.5, §10.6).

let services: TestServices;
let operator: Credential;
beforeAll(async () => {
  services = await openServices();
  const { token } = await services.adminToken('the night desk', 'admin:write');
  operator = { authorization: bearer(token) };
});
afterAll(() => services.close());

/** Resolves once some statement of this database waits for a lock. */
async function untilOneWaits(): Promise<void> {
  for (;;) {
    const { rows } = await services.core.db.work.query(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    if (rows.length > 0) return;
  }
}

/** `done`, or the code of the refusal. */
const outcomeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => refusalOf(error).code,
  );

type Ask = (caller: ReturnType<TestServices['callerOf']>) => Promise<unknown>;
type Loss = { role: Role; group?: boolean } | 'membership' | 'session';

/**
 * Lets a member ask, takes something away from them while the request waits, and gives the outcome.
 */
async function askWhileLosing(role: Role, ask: Ask, loss: Loss) {
  const account = await makeAccount(services, operator, 'pro');
  const member = await signIn(services, account, { role });
  const caller = services.callerOf(member);
  await caller.dashboard.me();
  const { db } = services.core;
  const { asked } = await db.prisma.$transaction(async (tx) => {
    await tx.$executeRaw`SELECT FROM account WHERE id = ${account.id}::uuid FOR NO KEY UPDATE`;
    const waiting = outcomeOf(ask(caller));
    await untilOneWaits();
    const where = { personRowId: member.person.rowId };
    if (loss === 'membership') await tx.membership.deleteMany({ where });
    else if (loss === 'session') await tx.session.updateMany({ where, data: { endedAt: new Date() } });
    else {
      const group = await tx.group.findFirstOrThrow({ where: { id: account.group.id } });
      await tx.membership.updateMany({
        where,
        data: { role: loss.role, groupRowId: loss.group === true ? group.rowId : null },
      });
    }
    return { asked: waiting };
  });
  const outcome = await asked;
  return { outcome, keys: await db.prisma.accountKey.count({ where: { account: { id: account.id }, name: 'mine' } }) };
}

const makeKey: Ask = ({ dashboard }) => dashboard.keys.create({ name: 'mine' });

test.each([
  ['was removed', 'membership', 'not_found'],
  ['was signed out', 'session', 'invalid_token'],
  ['became a viewer', { role: 'viewer' }, 'missing_role_admin'],
  ['now reaches one group', { role: 'admin', group: true }, 'whole_account_required'],
] as const)('R§10.6 somebody who %s while the request waited makes no account key', async (_title, loss, refusal) => {
  expect(await askWhileLosing('admin', makeKey, loss)).toEqual({ outcome: refusal, keys: 0 });
});

test('R§10.6 an owner who became an admin meanwhile makes a key, and does not change the account', async () => {
  expect(await askWhileLosing('owner', makeKey, { role: 'admin' })).toEqual({ outcome: 'done', keys: 1 });
  const rename: Ask = ({ dashboard }) => dashboard.account.update({ name: 'Mine' });
  expect(await askWhileLosing('owner', rename, { role: 'admin' })).toMatchObject({ outcome: 'missing_role_owner' });
});

test.each(['account', 'person'] as const)(
  'R§10.17 the first use of an account that the deletion of the %s overtakes is recorded nowhere, and no internal error',
  async (what) => {
    const account = await makeAccount(services, operator, 'pro');
    const member = await signIn(services, account, { role: 'viewer' });
    const { prisma } = services.core.db;
    const { asked } = await prisma.$transaction(async (tx) => {
      if (what === 'account') await tx.account.delete({ where: { id: account.id } });
      else await tx.person.delete({ where: { rowId: member.person.rowId } });
      const waiting = outcomeOf(services.callerOf(member).dashboard.me());
      await untilOneWaits();
      return { asked: waiting };
    });
    expect(await asked).toBe('done');
    expect(await prisma.action.count({ where: { accountId: account.id, action: 'member.enter' } })).toBe(0);
  },
);
