import { DomainError } from '@goal/contract';
import { createAccount, createGroup, createSite, type Actor, type Caller, type Core } from '@goal/core';

import { Refusal } from '../refusal.ts';
import { demoEmail, demoGroups, demoPlan, type DemoSite } from './agency.ts';
import { demoSites } from './demo-sites.ts';

/** Under this name the demo's acts are recorded. They tell later runs what is the demo's, and what a person has made in its account. */
export const demoActor: Actor = { kind: 'cli', name: 'goal demo' };

/** The demo's account, with those of its groups and sites that are the demo's own, in the order of agency.ts. */
export type DemoAccount = {
  caller: Caller;
  isReseller: boolean;
  groups: { id: string; name: string }[];
  sites: OwnSite[];
};
export type OwnSite = { plan: DemoSite; rowId: number; id: string; status: string; retentionDays: number };

/**
 * Finds the demo's account, or makes it, and makes what is missing in it. What is there is left as it is, renamed, moved or paused; so is what
 * is not the demo's own. Sites that cannot be had are told to `tell` and passed over.
 * Throws a Refusal when an account or a group that the demo did not make is in its way.
 */
export async function furnish(core: Core, tell: (line: string) => void): Promise<DemoAccount> {
  const caller = { actor: demoActor, account: await account(core) };
  await makeGroups(core, caller);
  await makeSites(core, caller, tell);
  return await readDemoAccount(core, caller);
}

/** The demo's account as it is now. Throws a Refusal when it is gone. */
export async function readDemoAccount(core: Core, caller: Caller): Promise<DemoAccount> {
  const { prisma } = core.db;
  const found = await prisma.account.findUnique({
    where: { rowId: caller.account.rowId },
    select: { isReseller: true },
  });
  if (found === null) throw new Refusal('The demo account is gone: run goal demo again.');
  const own = await ownIds(core, caller);
  const rows = await prisma.site.findMany({
    where: { accountRowId: caller.account.rowId, id: { in: [...own.sites] } },
    select: { rowId: true, id: true, domain: true, status: true, retentionDays: true },
  });
  const sites = demoSites.flatMap((plan) =>
    rows.filter((row) => row.domain === plan.domain).map(({ domain: _, ...row }) => ({ plan, ...row })),
  );
  const groups = await prisma.group.findMany({
    where: { accountRowId: caller.account.rowId, id: { in: [...own.groups.values()] } },
    select: { id: true, name: true },
    orderBy: { rowId: 'asc' },
  });
  return { caller, isReseller: found.isReseller, groups, sites };
}

async function account(core: Core): Promise<Caller['account']> {
  const where = { email: demoEmail };
  const known = await core.db.prisma.account.findUnique({ where, select: { rowId: true, id: true } });
  if (known === null) {
    await createAccount(core, demoActor, { email: demoEmail, plan: demoPlan });
    return await core.db.prisma.account.findUniqueOrThrow({ where, select: { rowId: true, id: true } });
  }
  const made = await core.db.prisma.action.findFirst({
    where: { ...by(demoActor), accountId: known.id, action: 'account.create' },
    select: { id: true },
  });
  if (made !== null) return known;
  throw new Refusal(
    `The account ${demoEmail} was not made by goal demo, so it is left alone: give it another e-mail (PATCH /admin/accounts/${known.id}), or delete it.`,
  );
}

async function makeGroups(core: Core, caller: Caller): Promise<void> {
  const own = await ownIds(core, caller);
  const there = await core.db.prisma.group.findMany({
    where: { accountRowId: caller.account.rowId },
    select: { id: true },
  });
  for (const { ref, name } of demoGroups) {
    if (there.some(({ id }) => id === own.groups.get(ref))) continue;
    await createGroup(core, caller, { name, external_ref: ref }).catch((error: unknown) => {
      if (!(error instanceof DomainError)) throw error;
      throw new Refusal(
        `The demo's group "${name}" (${ref}) cannot be made: ${error.message}. Give your own group another name and external_ref, then run goal demo again.`,
      );
    });
  }
}

async function makeSites(core: Core, caller: Caller, tell: (line: string) => void): Promise<void> {
  const there = await core.db.prisma.site.findMany({
    where: { accountRowId: caller.account.rowId },
    select: { id: true, domain: true },
  });
  const own = await ownIds(core, caller);
  for (const { domain, name, group } of demoSites) {
    const same = there.find((site) => site.domain === domain);
    if (same !== undefined && !own.sites.has(same.id))
      tell(`${domain} is a site that the demo did not make: left alone.`);
    if (same !== undefined) continue;
    const input = {
      domain,
      site_url: `https://${domain}/`,
      name,
      group_id: group === null ? null : own.groups.get(group),
    };
    await createSite(core, caller, input).catch((error: unknown) => {
      if (!(error instanceof DomainError && error.code === 'site_limit')) throw error;
      tell(`${domain} is left out: ${error.message}.`);
    });
  }
}

/** What the demo has made in the account, by its recorded acts: groups by their reference (the last one of each), and sites; also deleted ones. */
export async function ownIds(
  core: Core,
  { account }: Caller,
): Promise<{ groups: Map<string, string>; sites: Set<string> }> {
  const acts = await core.db.prisma.action.findMany({
    where: { ...by(demoActor), accountId: account.id, action: { in: ['group.create', 'site.create'] } },
    select: { siteId: true, detail: true },
    orderBy: { id: 'desc' },
    take: 1000,
  });
  const groups = acts.flatMap(({ detail }) => {
    const { group_id: id, external_ref: ref } = Object(detail) as Record<string, unknown>; // an object without these fields where there is none
    return typeof id === 'string' && typeof ref === 'string' ? [[ref, id] as const] : [];
  });
  return { groups: new Map(groups.toReversed()), sites: new Set(acts.flatMap(({ siteId }) => siteId ?? [])) };
}

const by = (actor: Actor): { actorKind: string; actor: string } => ({ actorKind: actor.kind, actor: actor.name });
