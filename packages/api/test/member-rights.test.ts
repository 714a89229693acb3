import { readFile } from 'node:fs/promises';

import { hasAccess, memberRights, rightsOf, roles, type MemberAccess, type Standing } from '@goal/contract';
import { expect, test } from 'vitest';

import { proceduresOf } from '../src/procedures.ts';
import { appRouter } from '../src/router.ts';
import { nameOf, procedures } from './people-procedures.ts';

// The table of rights, of which every text about roles is made, against the procedures.

/** How the names of the procedures behind a right begin. */
const behind: Record<keyof typeof memberRights, readonly string[]> = {
  sites: ['sites.create', 'sites.update', 'sites.activate', 'sites.delete', 'sites.tokens'],
  addresses: ['sites.setKeepIp'],
  account: ['groups', 'keys', 'members', 'invitations', 'sites.move', 'sites.choose', 'sites.deleteSeveral'],
  streams: ['streams'],
  record: ['actions', 'billing', 'holds', 'redactions', 'log'],
};
type Right = keyof typeof memberRights;
// Its keys are those of the table.
const rights = Object.keys(memberRights) as Right[];

test('R§10.49 every procedure that admins may call belongs to one right, which has its access', () => {
  for (const access of ['admin', 'adminOfAll'] as const)
    for (const procedure of procedures[access]) {
      const name = nameOf(procedure).replace('dashboard.', '');
      const [best] = rights
        .flatMap((right) => behind[right].map((start) => ({ right, start })))
        .filter(({ start }) => name === start || name.startsWith(`${start}.`))
        .toSorted((one, other) => other.start.length - one.start.length);
      expect([procedure, best && memberRights[best.right].access]).toEqual([procedure, access]);
    }
});

test('R§10.49 a member who only looks changes nothing but what is their own', () => {
  const all = proceduresOf(appRouter);
  const changing = procedures.member.map(nameOf).filter((name) => all[name]?._def.type === 'mutation');
  expect(changing.toSorted()).toEqual([
    'dashboard.members.leave',
    'dashboard.views.delete',
    'dashboard.views.save',
    'dashboard.views.update',
  ]);
});

test('R§10.6 R§10.49 who passes which access, as people-access.test.ts finds it at the procedures', () => {
  const accesses: MemberAccess[] = ['member', 'admin', 'adminOfAll', 'owner'];
  const passed = (standing: Standing) => accesses.filter((access) => hasAccess(standing, access)).join(' ');
  expect(roles.map((role) => [role, passed({ role, isOfGroup: false })])).toEqual([
    ['owner', 'member admin adminOfAll owner'],
    ['admin', 'member admin adminOfAll'],
    ['viewer', 'member'],
  ]);
  expect([passed({ role: 'admin', isOfGroup: true }), passed({ role: 'viewer', isOfGroup: true })]).toEqual([
    'member admin',
    'member',
  ]);
});

test('R§10.49 the guide says the rights of each role in the words of the table', async () => {
  const guide = await readFile(new URL('../../../docs/guide/dashboard.md', import.meta.url), 'utf8');
  const cell = (standing: Standing): string => {
    const words = rightsOf(standing);
    return words === undefined ? 'may look, and changes nothing' : `may ${words}`;
  };
  for (const role of roles) {
    const group = role === 'owner' ? 'an owner always has the whole account' : cell({ role, isOfGroup: true });
    expect(guide).toContain(`| ${role} | ${cell({ role, isOfGroup: false })} | ${group} |`);
  }
});
