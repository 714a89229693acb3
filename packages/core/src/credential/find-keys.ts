import type { AccountKeyAccess, AdminScope, KeyAccess } from '@goal/contract';
import type { Database } from '@goal/db';

import {
  acceptedThisMonth,
  monthlyLimitColumns,
  monthlyLimitOf,
  type MonthlyLimitRow,
} from '../ground/monthly-limit.ts';

import type {
  AccountKeyCredential,
  Credential,
  GroupKeyCredential,
  OperatorCredential,
  SiteCredential,
} from './credential.ts';

/** A key that was found: its hash, whether it is active, and its credential. */
export type Found<C extends Credential> = { credential: C; hash: Uint8Array; active: boolean };

type KeyOwnerRow = { prefix: string; key_no: number; hash: Uint8Array; active: boolean };
const keyColumns = 'k.prefix, k.no AS key_no, k.hash, k.revoked_at IS NULL AS active';

type SiteKeyOwnerRow = KeyOwnerRow &
  Record<'site_no' | 'retention_days' | 'rate_limit_rps' | 'account_no', number> &
  Record<'site_id' | 'domain' | 'status', string> &
  Record<'keep_ip' | 'is_reseller' | 'api', boolean> & { access: KeyAccess } & MonthlyLimitRow;

/**
 * Reads all prefixes by one statement: each key with everything that its doors ask about its site
 * and its account. Each account with a hard limit costs one statement more.
 */
export function findSiteKeys(db: Database, prefixes: string[]): Promise<Map<string, Found<SiteCredential>>> {
  const text = `SELECT ${keyColumns}, k.access, s.no AS site_no, s.id::text AS site_id, s.domain, s.status, s.retention_days, s.rate_limit_rps,
      s.keep_ip, a.no AS account_no, a.is_reseller, p.api, ${monthlyLimitColumns}
    FROM site_key k JOIN site s ON s.no = k.site_no JOIN account a ON a.no = s.account_no JOIN plan p ON p.slug = a.plan
    WHERE k.prefix = ANY($1)`;
  return find(db, { name: 'find-site-keys', text, prefixes }, async (row: SiteKeyOwnerRow) => ({
    kind: 'site',
    keyRowId: row.key_no,
    prefix: row.prefix,
    access: row.access,
    site: {
      rowId: row.site_no,
      id: row.site_id,
      domain: row.domain,
      status: row.status,
      retentionDays: row.retention_days,
      rateLimitRps: row.rate_limit_rps,
      keepsIp: row.keep_ip,
    },
    account: { rowId: row.account_no, isReseller: row.is_reseller, api: row.api },
    monthlyLimit: monthlyLimitOf(row, await acceptedThisMonth(db, row)),
  }));
}

/** What credentials know of the plan of their account. */
export type PlanColumns = Record<'sites' | 'retention_days' | 'keys_per_site', number> & { slug: string; api: boolean };

export const planPart = (row: PlanColumns): AccountKeyCredential['plan'] => ({
  slug: row.slug,
  sites: row.sites,
  retentionDays: row.retention_days,
  keysPerSite: row.keys_per_site,
  api: row.api,
});

type AccountRow = KeyOwnerRow &
  PlanColumns &
  Record<'account_id' | 'email', string> & {
    account_no: number;
    created_at: Date;
    access: AccountKeyAccess;
    is_reseller: boolean;
  };
const accountColumns = `${keyColumns}, k.created_at, k.access, a.no AS account_no, a.id::text AS account_id, a.email, a.is_reseller,
  p.slug, p.sites, p.retention_days, p.keys_per_site, p.api`;

export function findAccountKeys(db: Database, prefixes: string[]): Promise<Map<string, Found<AccountKeyCredential>>> {
  const text = `SELECT ${accountColumns}
    FROM account_key k JOIN account a ON a.no = k.account_no JOIN plan p ON p.slug = a.plan
    WHERE k.prefix = ANY($1)`;
  return find(db, { name: 'find-account-keys', text, prefixes }, (row: AccountRow) => ({
    kind: 'account',
    ...accountPart(row),
  }));
}

type GroupKeyRow = AccountRow & { group_no: number; group_id: string; group_name: string };

export function findGroupKeys(db: Database, prefixes: string[]): Promise<Map<string, Found<GroupKeyCredential>>> {
  const text = `SELECT ${accountColumns}, g.no AS group_no, g.id::text AS group_id, g.name AS group_name
    FROM group_key k JOIN site_group g ON g.no = k.group_no JOIN account a ON a.no = g.account_no JOIN plan p ON p.slug = a.plan
    WHERE k.prefix = ANY($1)`;
  return find(db, { name: 'find-group-keys', text, prefixes }, (row: GroupKeyRow) => ({
    kind: 'group',
    ...accountPart(row),
    group: { rowId: row.group_no, id: row.group_id, name: row.group_name },
  }));
}

function accountPart(row: AccountRow): Omit<AccountKeyCredential, 'kind' | 'group'> {
  return {
    keyRowId: row.key_no,
    prefix: row.prefix,
    createdAt: row.created_at,
    access: row.access,
    account: { rowId: row.account_no, id: row.account_id, email: row.email, isReseller: row.is_reseller },
    plan: planPart(row),
  };
}

type TokenRow = KeyOwnerRow & { token: string; name: string; scope: AdminScope; created_at: Date };

const operatorOf = (row: TokenRow): OperatorCredential => ({
  kind: 'operator',
  keyRowId: row.key_no,
  prefix: row.token,
  createdAt: row.created_at,
  name: row.name,
  scope: row.scope,
});

type FoundOperators = Promise<Map<string, Found<OperatorCredential>>>;

export function findAdminTokens(db: Database, prefixes: string[]): FoundOperators {
  const text = `SELECT ${keyColumns}, k.prefix AS token, k.name, k.scope, k.created_at FROM admin_token k WHERE k.prefix = ANY($1)`;
  return find(db, { name: 'find-admin-tokens', text, prefixes }, operatorOf);
}

/** By the prefix of a session of the console, the token that began it. */
export function findOperatorSessions(db: Database, prefixes: string[]): FoundOperators {
  const text = `SELECT s.prefix, t.no AS key_no, s.hash, t.prefix AS token, t.name, t.scope, t.created_at,
      t.revoked_at IS NULL AND s.ended_at IS NULL AND s.expires_at > now() AS active
    FROM operator_session s JOIN admin_token t ON t.no = s.token_no WHERE s.prefix = ANY($1)`;
  return find(db, { name: 'find-operator-sessions', text, prefixes }, operatorOf);
}

async function find<Row extends KeyOwnerRow, C extends Credential>(
  db: Database,
  { name, text, prefixes }: { name: string; text: string; prefixes: string[] },
  credentialOf: (row: Row) => C | Promise<C>,
): Promise<Map<string, Found<C>>> {
  const { rows } = await db.lookups.query<Row>({ name, text, values: [prefixes] });
  // The driver returns a slice of a larger buffer, which a cached slice would keep in memory.
  const found = rows.map(
    async (row) =>
      [
        row.prefix,
        { credential: await credentialOf(row), hash: new Uint8Array(row.hash), active: row.active },
      ] as const,
  );
  return new Map(await Promise.all(found));
}
