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
 * Revokes the keys that the demo has printed, as its recorded acts tell, and mints new ones: one for the account, one for each of its groups, and
 * one for the first of its sites that takes one, in place of the key that this was registered with. The other sites keep that one, which nobody has
 * ever seen, as those of real customers have a key. Keys that a person has made stay. Throws what the caps throw.
 */
export async function renewKeys(core: Core, demo: DemoAccount): Promise<DemoKeys> {
  const { caller } = demo;
  const own = await ownKeys(core, demo);
  await revoke(core, demo, own.printed);
  const { key } = await mintAccountKey(core, caller, demoActor.name);
  const groups: DemoKeys['groups'] = [];
  for (const group of demo.groups) {
    const minted = await mintGroupKey(core, caller, group.id, demoActor.name);
    groups.push({ ...group, key: minted.key });
  }
  return { account: key, groups, site: await mintOneSiteKey(core, demo, own.first) };
}

type OwnKeys = {
  account: { prefix: string }[];
  group: { prefix: string; group: { id: string } }[];
  site: { prefix: string; site: { id: string } }[];
};

/** Those that sites were registered with are `first`. */
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
      // A person has given this site two keys of their own: the next one, then.
      if (!(error instanceof DomainError && error.code === 'two_site_keys')) throw error;
    }
  }
  throw new Refusal('No site of the demo is active and has room for a key: activate one, or revoke one of its keys.');
}

/** Only an active site takes events (rulings §4.5). */
export const isActive = ({ status }: OwnSite): boolean => status === 'active';

async function revoke(core: Core, { caller }: DemoAccount, keys: OwnKeys): Promise<void> {
  for (const { prefix } of keys.account) await revokeAccountKey(core, caller, prefix);
  for (const { prefix, group } of keys.group) await revokeGroupKey(core, caller, group.id, prefix);
  for (const { prefix, site } of keys.site) await revokeSiteKey(core, caller, site.id, prefix);
}

/** The active keys that the demo has minted: those that it has printed, and those that came with a site. */
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
  const own = await actsOnKeys(core, caller.account.id, prefixes);
  const by =
    (action: string) =>
    ({ prefix }: { prefix: string }): boolean =>
      own.has(`${action} ${prefix}`);
  return {
    printed: {
      account: keys.account.filter(by('account_key.create')),
      group: keys.group.filter(by('group_key.create')),
      site: keys.site.filter(by('site_key.create')),
    },
    first: keys.site.filter(by('site.create')),
  };
}

/** By which act the demo minted each of these prefixes that is its own; a prefix is unique per kind of key only (rulings §3.1). */
async function actsOnKeys(core: Core, accountId: string, prefixes: string[]): Promise<Set<string>> {
  const { rows } = await core.db.work.query<{ act: string }>(
    `SELECT action || ' ' || coalesce(detail->>'prefix', detail->>'key') AS act
     FROM action WHERE account_id = $1::uuid AND actor_kind = $2 AND actor = $3
       AND action IN ('account_key.create', 'group_key.create', 'site_key.create', 'site.create')
       AND coalesce(detail->>'prefix', detail->>'key') = ANY($4::text[])`,
    [accountId, demoActor.kind, demoActor.name, prefixes],
  );
  return new Set(rows.map(({ act }) => act));
}
