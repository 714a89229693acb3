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
 * Revokes the keys that the demo has made in its account, as its recorded acts tell, and mints new ones: one for the account, one for each of
 * its groups, and one for the first of its sites that takes one. Keys that a person has made stay. Throws what the caps throw.
 */
export async function renewKeys(core: Core, demo: DemoAccount): Promise<DemoKeys> {
  const { caller } = demo;
  await revokeOwnKeys(core, demo);
  const { key } = await mintAccountKey(core, caller, demoActor.name);
  const groups: DemoKeys['groups'] = [];
  for (const group of demo.groups) {
    const minted = await mintGroupKey(core, caller, group.id, demoActor.name);
    groups.push({ ...group, key: minted.key });
  }
  return { account: key, groups, site: await mintOneSiteKey(core, demo) };
}

async function mintOneSiteKey(core: Core, { caller, sites }: DemoAccount): Promise<DemoKeys['site']> {
  for (const { id, plan } of sites.filter(isActive)) {
    try {
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

async function revokeOwnKeys(core: Core, { caller }: DemoAccount): Promise<void> {
  const { prisma } = core.db;
  const accountNo = caller.account.no;
  const active = { revokedAt: null };
  const keys = {
    account: await prisma.accountKey.findMany({ where: { ...active, accountNo } }),
    group: await prisma.groupKey.findMany({ where: { ...active, group: { accountNo } }, include: { group: true } }),
    site: await prisma.siteKey.findMany({ where: { ...active, site: { accountNo } }, include: { site: true } }),
  };
  const own = await ownPrefixes(
    core,
    caller.account.id,
    Object.values(keys).flatMap((list) => list.map((key) => key.prefix)),
  );
  const isOwn = (kind: string, { prefix }: { prefix: string }): boolean => own.has(`${kind} ${prefix}`);
  for (const key of keys.account) if (isOwn('account', key)) await revokeAccountKey(core, caller, key.prefix);
  for (const key of keys.group) if (isOwn('group', key)) await revokeGroupKey(core, caller, key.group.id, key.prefix);
  for (const key of keys.site) if (isOwn('site', key)) await revokeSiteKey(core, caller, key.site.id, key.prefix);
}

/** Which of these prefixes the demo minted, each with its kind: a prefix is unique per kind only (rulings §3.1). */
async function ownPrefixes(core: Core, accountId: string, prefixes: string[]): Promise<Set<string>> {
  const { rows } = await core.db.work.query<{ key: string }>(
    `SELECT split_part(split_part(action, '.', 1), '_', 1) || ' ' || coalesce(detail->>'prefix', detail->>'key') AS key
     FROM action WHERE account_id = $1::uuid AND actor_kind = $2 AND actor = $3
       AND action IN ('account_key.create', 'group_key.create', 'site_key.create', 'site.create')
       AND coalesce(detail->>'prefix', detail->>'key') = ANY($4::text[])`,
    [accountId, demoActor.kind, demoActor.name, prefixes],
  );
  return new Set(rows.map(({ key }) => key));
}
