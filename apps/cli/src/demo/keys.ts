import { DomainError } from '@goal/contract';
import {
  mintAccountKey,
  mintGroupKey,
  mintSiteKey,
  revokeAccountKey,
  revokeGroupKey,
  revokeSiteKey,
  type Core,
} from '@goal/core';

import { Refusal } from '../refusal.ts';
import { demoActor, type DemoAccount, type OwnSite } from './demo-account.ts';

/** The keys that a run prints. */
export type DemoKeys = {
  account: string;
  groups: { id: string; name: string; key: string }[];
  site: { id: string; domain: string; key: string };
};

/**
 * Revokes the keys that the demo has printed, according to its recorded actions, and mints new
 * ones: one for the account, one for each group, and one for the first site that has room for a
 * key, in place of the key it was registered with. The other sites keep that first key, which
 * nobody has seen, so that each site has a key. Keys that a person made stay. Throws the refusals
 * of the key limits.
 */
export async function renewKeys(core: Core, demo: DemoAccount): Promise<DemoKeys> {
  const { caller } = demo;
  const own = await ownKeys(core, demo);
  await revoke(core, demo, own.printed);
  const { key } = await mintAccountKey(core, caller, { name: demoActor.name });
  const groups: DemoKeys['groups'] = [];
  for (const group of demo.groups) {
    const minted = await mintGroupKey(core, caller, group.id, { name: demoActor.name });
    groups.push({ ...group, key: minted.key });
  }
  return { account: key, groups, site: await mintOneSiteKey(core, demo, own.first) };
}

type OwnKeys = {
  account: { prefix: string }[];
  group: { prefix: string; group: { id: string } }[];
  site: { prefix: string; site: { id: string } }[];
};

/** `first` are the keys that sites were registered with. */
async function mintOneSiteKey(
  core: Core,
  { caller, sites }: DemoAccount,
  first: OwnKeys['site'],
): Promise<DemoKeys['site']> {
  for (const { id, plan } of sites.filter(isActive)) {
    try {
      for (const { prefix } of first.filter(({ site }) => site.id === id))
        await revokeSiteKey(core, caller, id, prefix);
      return { id, domain: plan.domain, key: (await mintSiteKey(core, caller, id)).token };
    } catch (error) {
      // A person has made two keys for this site: try the next site.
      if (!(error instanceof DomainError && error.code === 'two_site_keys')) throw error;
    }
  }
  throw new Refusal('No active site of the demo has room for another key: activate a site, or revoke a site key.');
}

/** Only an active site accepts events (rulings §4.5). */
export const isActive = ({ status }: OwnSite): boolean => status === 'active';

async function revoke(core: Core, { caller }: DemoAccount, keys: OwnKeys): Promise<void> {
  for (const { prefix } of keys.account) await revokeAccountKey(core, caller, prefix);
  for (const { prefix, group } of keys.group) await revokeGroupKey(core, caller, group.id, prefix);
  for (const { prefix, site } of keys.site) await revokeSiteKey(core, caller, site.id, prefix);
}

/**
 * The active keys that the demo has minted: those it has printed, and those that came with a site
 * (`first`).
 */
async function ownKeys(core: Core, { caller }: DemoAccount): Promise<{ printed: OwnKeys; first: OwnKeys['site'] }> {
  const { prisma } = core.db;
  const accountRowId = caller.account.rowId;
  const active = { revokedAt: null };
  const keys = {
    account: await prisma.accountKey.findMany({ where: { ...active, accountRowId } }),
    group: await prisma.groupKey.findMany({ where: { ...active, group: { accountRowId } }, include: { group: true } }),
    site: await prisma.siteKey.findMany({ where: { ...active, site: { accountRowId } }, include: { site: true } }),
  };
  const prefixes = Object.values(keys).flatMap((list) => list.map((key) => key.prefix));
  const own = await mintingActions(core, caller.account.id, prefixes);
  const mintedBy =
    (action: string) =>
    ({ prefix }: { prefix: string }): boolean =>
      own.has(`${action} ${prefix}`);
  return {
    printed: {
      account: keys.account.filter(mintedBy('account_key.create')),
      group: keys.group.filter(mintedBy('group_key.create')),
      site: keys.site.filter(mintedBy('site_key.create')),
    },
    first: keys.site.filter(mintedBy('site.create')),
  };
}

/**
 * The demo's actions that minted these prefixes, as "action prefix". A prefix is unique only within
 * one kind of key (rulings §3.1).
 */
async function mintingActions(core: Core, accountId: string, prefixes: string[]): Promise<Set<string>> {
  const { rows } = await core.db.work.query<{ act: string }>(
    `SELECT action || ' ' || coalesce(detail->>'prefix', detail->>'key') AS act
     FROM action WHERE account_id = $1::uuid AND actor_kind = $2 AND actor = $3
       AND action IN ('account_key.create', 'group_key.create', 'site_key.create', 'site.create')
       AND coalesce(detail->>'prefix', detail->>'key') = ANY($4::text[])`,
    [accountId, demoActor.kind, demoActor.name, prefixes],
  );
  return new Set(rows.map(({ act }) => act));
}
