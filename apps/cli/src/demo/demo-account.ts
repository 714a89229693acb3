import { DomainError, errorCatalogue } from '@goal/contract';
import { createAccount, createGroup, createSite, updateAccount, type Actor, type Caller, type Core } from '@goal/core';

import { Refusal } from '../refusal.ts';
import { demoEmail, demoGroups, demoName, demoPlan, demoSites } from './story.ts';

/** Later runs tell by this actor what the demo made and what a person made. */
export const demoActor: Actor = { kind: 'cli', name: 'goal demo' };

/** The demo's account with the groups and sites that the demo made; sites in the story's order. */
export type DemoAccount = Awaited<ReturnType<typeof readDemoAccount>>;
export type OwnSite = DemoAccount['sites'][number];

/** Only an active site accepts events (rulings §4.5). */
export const isActive = ({ status }: OwnSite): boolean => status === 'active';

/** The advisory lock of the running demo: two at once would revoke each other's keys. */
const takeLock = "SELECT pg_try_advisory_lock(x'676f6164'::bigint) AS mine";

/** Runs the work alone on this database. Throws a `Refusal` if another process does so already. */
export async function runExclusively<T>(core: Core, work: () => Promise<T>): Promise<T> {
  const session = await core.db.work.connect();
  try {
    const { rows } = await session.query<{ mine: boolean }>(takeLock);
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
  const former = await readDemoAccount(core, caller);
  for (const { ref, name } of demoGroups) {
    if (former.groups.some((group) => group.ref === ref)) continue;
    await createGroup(core, caller, { name, external_ref: ref }).catch((error: unknown) => {
      if (!(error instanceof DomainError)) throw error;
      throw new Refusal(
        `Cannot make the demo's group "${name}" (${ref}): ${error.message}. Change the name and external_ref of your own group, then run goal demo again.`,
      );
    });
  }
  const { groups } = await readDemoAccount(core, caller);
  for (const { domain, name, group } of demoSites) {
    if (former.sites.some(({ plan }) => plan.domain === domain)) continue;
    const group_id = groups.find(({ ref }) => ref === group)?.id ?? null;
    const site = { domain, site_url: `https://${domain}/`, name, group_id };
    await createSite(core, caller, site).catch((error: unknown) => {
      const code = error instanceof DomainError ? error.code : undefined;
      if (code === 'site_registered') tell(`Skipped ${domain}: the demo did not make this site.`);
      else if (code === 'site_limit') tell(`Skipped ${domain}: ${errorCatalogue[code].message}.`);
      else throw error;
    });
  }
  return await readDemoAccount(core, caller);
}

type SiteRow = { rowId: number; id: string; domain: string; status: string; retentionDays: number; keepsIp: boolean };

/**
 * Reads the demo's account as it is now; the recorded actions tell what the demo made in it. Throws
 * a `Refusal` if it is gone.
 */
export async function readDemoAccount(core: Core, caller: Caller) {
  const { rowId, id } = caller.account;
  const found = await core.db.prisma.account.findFirst({ where: { rowId }, select: { isReseller: true } });
  if (found === null) throw new Refusal('The demo account is gone: run goal demo again.');
  const made = 'a.account_id = $2::uuid AND a.actor_kind = $3 AND a.actor = $4';
  const values = [rowId, id, demoActor.kind, demoActor.name];
  const { rows: groups } = await core.db.work.query<{ ref: string; id: string; name: string }>(
    `SELECT a.detail->>'external_ref' AS ref, g.id::text, g.name
     FROM site_group g JOIN action a ON a.detail->>'group_id' = g.id::text
     WHERE g.account_no = $1 AND a.action = 'group.create' AND ${made} ORDER BY g.no`,
    values,
  );
  const { rows: sites } = await core.db.work.query<SiteRow>(
    `SELECT s.no AS "rowId", s.id::text, domain, status, retention_days AS "retentionDays", keep_ip AS "keepsIp"
     FROM site s JOIN action a ON a.site_id = s.id
     WHERE s.account_no = $1 AND a.action = 'site.create' AND ${made}`,
    values,
  );
  const inOrder = demoSites.flatMap((plan) =>
    sites.filter(({ domain }) => domain === plan.domain).map((site) => ({ plan, ...site })),
  );
  return { caller, ...found, groups, sites: inOrder };
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
  const made = { actorKind: demoActor.kind, actor: demoActor.name, accountId: known.id, action: 'account.create' };
  if ((await core.db.prisma.action.count({ where: made, take: 1 })) > 0) return known;
  throw new Refusal(
    `goal demo did not make the account ${demoEmail} and leaves it alone. Change its e-mail address (PATCH /admin/accounts/${known.id}) or delete it, then run goal demo again.`,
  );
}
