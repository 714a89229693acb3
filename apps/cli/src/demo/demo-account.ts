import { DomainError } from '@goal/contract';
import { createAccount, createGroup, createSite, updateAccount, type Actor, type Caller, type Core } from '@goal/core';

import { Refusal } from '../refusal.ts';
import { demoEmail, demoGroups, demoName, demoPlan, demoSites, type DemoSite } from './agency.ts';

/** Later runs tell by this actor what the demo made and what a person made. */
export const demoActor: Actor = { kind: 'cli', name: 'goal demo' };
const byDemo = { actorKind: demoActor.kind, actor: demoActor.name };

/** The demo's account with the groups and sites that the demo made, in the order of agency.ts. */
export type DemoAccount = {
  caller: Caller;
  isReseller: boolean;
  groups: { id: string; name: string }[];
  sites: OwnSite[];
};
export type OwnSite = {
  plan: DemoSite;
  rowId: number;
  id: string;
  status: string;
  retentionDays: number;
  keepsIp: boolean;
};

/** The advisory lock of the running demo: two at once would revoke each other's keys. */
const demoLockId = 0x676f6164;

/** Runs the work alone on this database. Throws a `Refusal` if another process does so already. */
export async function runExclusively<T>(core: Core, work: () => Promise<T>): Promise<T> {
  const session = await core.db.work.connect();
  try {
    const { rows } = await session.query<{ mine: boolean }>('SELECT pg_try_advisory_lock($1::bigint) AS mine', [
      demoLockId,
    ]);
    if (!rows[0]?.mine)
      throw new Refusal('Another goal demo is running on this database: try again once it has ended.');
    return await work();
  } finally {
    // A pooler may keep the session of a connection that is closed.
    await session.query('SELECT pg_advisory_unlock_all()').catch(() => {});
    session.release(true);
  }
}

/**
 * Finds or makes the demo's account, and makes the groups and sites it lacks. Existing ones stay as
 * they are, even if a person made, renamed, moved or paused them. Reports sites it cannot make to
 * `tell` and skips them. Throws a `Refusal` if an account or a group that the demo did not make is
 * in the way.
 */
export async function ensureDemoAccount(core: Core, tell: (line: string) => void): Promise<DemoAccount> {
  const caller = { actor: demoActor, account: await ensureAccount(core) };
  const where = { accountRowId: caller.account.rowId };
  const groups = await core.db.prisma.group.findMany({ where, select: { id: true } });
  const former = await ownIds(core, caller);
  for (const { ref, name } of demoGroups) {
    if (groups.some(({ id }) => id === former.groups.get(ref))) continue;
    await createGroup(core, caller, { name, external_ref: ref }).catch((error: unknown) => {
      if (!(error instanceof DomainError)) throw error;
      throw new Refusal(
        `Cannot make the demo's group "${name}" (${ref}): ${error.message}. Change the name and external_ref of your own group, then run goal demo again.`,
      );
    });
  }
  const sites = await core.db.prisma.site.findMany({ where, select: { id: true, domain: true } });
  const own = await ownIds(core, caller);
  for (const { domain, name, group } of demoSites) {
    const same = sites.find((site) => site.domain === domain);
    if (same !== undefined && !own.sites.has(same.id)) tell(`Skipped ${domain}: the demo did not make this site.`);
    if (same !== undefined) continue;
    const group_id = group === null ? null : own.groups.get(group);
    await createSite(core, caller, { domain, site_url: `https://${domain}/`, name, group_id }).catch(
      (error: unknown) => {
        if (!(error instanceof DomainError && error.code === 'site_limit')) throw error;
        tell(`Skipped ${domain}: ${error.message}.`);
      },
    );
  }
  return await readDemoAccount(core, caller);
}

/** Reads the demo's account as it is now. Throws a `Refusal` if it is gone. */
export async function readDemoAccount(core: Core, caller: Caller): Promise<DemoAccount> {
  const { prisma } = core.db;
  const { rowId } = caller.account;
  const found = await prisma.account.findFirst({ where: { rowId }, select: { isReseller: true } });
  if (found === null) throw new Refusal('The demo account is gone: run goal demo again.');
  const own = await ownIds(core, caller);
  const rows = await prisma.site.findMany({
    where: { accountRowId: rowId, id: { in: [...own.sites] } },
    select: { rowId: true, id: true, domain: true, status: true, retentionDays: true, keepIp: true },
  });
  const sites = demoSites.flatMap((plan) =>
    rows
      .filter((row) => row.domain === plan.domain)
      .map(({ domain: _, keepIp: keepsIp, ...row }) => ({ plan, ...row, keepsIp })),
  );
  const groups = await prisma.group.findMany({
    where: { accountRowId: rowId, id: { in: [...own.groups.values()] } },
    select: { id: true, name: true },
    orderBy: { rowId: 'asc' },
  });
  return { caller, isReseller: found.isReseller, groups, sites };
}

async function ensureAccount(core: Core): Promise<Caller['account']> {
  const find = { where: { email: demoEmail }, select: { rowId: true, id: true } };
  const known = await core.db.prisma.account.findFirst(find);
  if (known === null) {
    await createAccount(core, demoActor, { email: demoEmail, plan: demoPlan });
    const account = await core.db.prisma.account.findFirstOrThrow(find);
    await updateAccount(core, { actor: demoActor, account }, { name: demoName });
    return account;
  }
  const made = { ...byDemo, accountId: known.id, action: 'account.create' };
  if ((await core.db.prisma.action.count({ where: made, take: 1 })) > 0) return known;
  throw new Refusal(
    `goal demo did not make the account ${demoEmail} and leaves it alone. Change its e-mail address (PATCH /admin/accounts/${known.id}) or delete it, then run goal demo again.`,
  );
}

/**
 * The ids of what the demo has made in the account, from its recorded actions: the last group of
 * each external_ref, and all sites, including deleted ones.
 */
export async function ownIds(
  core: Core,
  { account }: Caller,
): Promise<{ groups: Map<string, string>; sites: Set<string> }> {
  const acts = await core.db.prisma.action.findMany({
    where: { ...byDemo, accountId: account.id, action: { in: ['group.create', 'site.create'] } },
    select: { siteId: true, detail: true },
    orderBy: { id: 'desc' },
    take: 1000,
  });
  const groups = acts.flatMap(({ detail }) => {
    const { group_id: id, external_ref: ref } = Object(detail) as Record<string, unknown>; // `Object` always returns an object
    return typeof id === 'string' && typeof ref === 'string' ? [[ref, id] as const] : [];
  });
  return { groups: new Map(groups.toReversed()), sites: new Set(acts.flatMap(({ siteId }) => siteId ?? [])) };
}
