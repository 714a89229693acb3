import { bearerToken, DomainError, parseToken, type AdminScope, type TokenKind } from '@goal/contract';

import type { Core } from '../core.ts';
import type { AccountKeyCredential, Credential, GroupKeyCredential, OperatorCredential, SiteCredential } from './credential.ts';
import { isToken } from './token.ts';

/**
 * Finds the credential behind an `Authorization` header, of one of the kinds that a door takes. One indexed look-up a request and no cache:
 * so a revoked key, a moved plan or a flipped flag binds the next request on every instance (rulings §2.5), and wrong keys cannot grow memory.
 * Throws `missing_token`; `invalid_token` alike for a malformed, unknown, revoked or wrong-kind token (rulings §3.2), which costs no query
 * where the form alone tells. `onInvalid` hears of a token whose prefix is known although the token is not valid.
 */
export async function authenticate<K extends TokenKind>(
  core: Core,
  header: string | undefined,
  kinds: readonly K[],
  onInvalid?: (known: Credential) => void,
): Promise<Extract<Credential, { kind: K }>> {
  const token = bearerToken(header);
  if (token === undefined) throw new DomainError('missing_token');
  const parsed = parseToken(token);
  const kind = kinds.find((one) => one === parsed?.kind);
  if (parsed === undefined || kind === undefined) throw new DomainError('invalid_token');
  const found = await lookUp[kind](core, parsed.prefix);
  if (found === undefined) throw new DomainError('invalid_token');
  if (!isToken(token, found.hash) || !found.active) {
    onInvalid?.(found.credential);
    throw new DomainError('invalid_token');
  }
  core.uses.note(kind, found.credential.keyNo);
  // Each look-up gives credentials of its own kind, which the index by `kind` cannot tell the compiler.
  return found.credential as Extract<Credential, { kind: K }>;
}

type Found<C extends Credential> = { credential: C; hash: Uint8Array; active: boolean } | undefined;

const lookUp: { [K in TokenKind]: (core: Core, prefix: string) => Promise<Found<Extract<Credential, { kind: K }>>> } = {
  site: findSiteKey,
  account: findAccountKey,
  group: findGroupKey,
  operator: findAdminToken,
};

async function findSiteKey({ db }: Core, prefix: string): Promise<Found<SiteCredential>> {
  type Row = Record<'key_no' | 'site_no' | 'retention_days' | 'rate_limit_rps' | 'account_no', number> &
    Record<'site_id' | 'domain' | 'status', string> & { hash: Uint8Array; active: boolean; is_reseller: boolean; api: boolean };
  const { rows } = await db.lookups.query<Row>({
    name: 'find-site-key',
    text: `SELECT k.no AS key_no, k.hash, k.revoked_at IS NULL AS active, s.no AS site_no, s.id::text AS site_id, s.domain, s.status, s.retention_days, s.rate_limit_rps,
             a.no AS account_no, a.is_reseller, p.api
           FROM site_key k JOIN site s ON s.no = k.site_no JOIN account a ON a.no = s.account_no JOIN plan p ON p.slug = a.plan
           WHERE k.prefix = $1`,
    values: [prefix],
  });
  const [row] = rows;
  if (row === undefined) return undefined;
  return {
    hash: row.hash,
    active: row.active,
    credential: {
      kind: 'site',
      keyNo: row.key_no,
      prefix,
      site: {
        no: row.site_no,
        id: row.site_id,
        domain: row.domain,
        status: row.status,
        retentionDays: row.retention_days,
        rateLimitRps: row.rate_limit_rps,
      },
      account: { no: row.account_no, isReseller: row.is_reseller, api: row.api },
    },
  };
}

type AccountRow = Record<'key_no' | 'account_no' | 'sites' | 'retention_days' | 'keys_per_site', number> &
  Record<'account_id' | 'email' | 'slug', string> & { hash: Uint8Array; active: boolean; created_at: Date; is_reseller: boolean; api: boolean };
const accountColumns = `k.no AS key_no, k.hash, k.revoked_at IS NULL AS active, k.created_at, a.no AS account_no, a.id::text AS account_id, a.email, a.is_reseller,
  p.slug, p.sites, p.retention_days, p.keys_per_site, p.api`;

async function findAccountKey({ db }: Core, prefix: string): Promise<Found<AccountKeyCredential>> {
  const { rows } = await db.lookups.query<AccountRow>({
    name: 'find-account-key',
    text: `SELECT ${accountColumns} FROM account_key k JOIN account a ON a.no = k.account_no JOIN plan p ON p.slug = a.plan
           WHERE k.prefix = $1`,
    values: [prefix],
  });
  const [row] = rows;
  return row && { hash: row.hash, active: row.active, credential: { kind: 'account', ...accountPart(row, prefix) } };
}

async function findGroupKey({ db }: Core, prefix: string): Promise<Found<GroupKeyCredential>> {
  const { rows } = await db.lookups.query<AccountRow & { group_no: number; group_id: string; group_name: string }>({
    name: 'find-group-key',
    text: `SELECT ${accountColumns}, g.no AS group_no, g.id::text AS group_id, g.name AS group_name
           FROM group_key k JOIN site_group g ON g.no = k.group_no JOIN account a ON a.no = g.account_no JOIN plan p ON p.slug = a.plan
           WHERE k.prefix = $1`,
    values: [prefix],
  });
  const [row] = rows;
  if (row === undefined) return undefined;
  const group = { no: row.group_no, id: row.group_id, name: row.group_name };
  return { hash: row.hash, active: row.active, credential: { kind: 'group', ...accountPart(row, prefix), group } };
}

function accountPart(row: AccountRow, prefix: string): Omit<AccountKeyCredential, 'kind' | 'group'> {
  return {
    keyNo: row.key_no,
    prefix,
    createdAt: row.created_at,
    account: { no: row.account_no, id: row.account_id, email: row.email, isReseller: row.is_reseller },
    plan: {
      slug: row.slug,
      sites: row.sites,
      retentionDays: row.retention_days,
      keysPerSite: row.keys_per_site,
      api: row.api,
    },
  };
}

async function findAdminToken({ db }: Core, prefix: string): Promise<Found<OperatorCredential>> {
  const { rows } = await db.lookups.query<{ no: number; hash: Uint8Array; active: boolean; name: string; scope: AdminScope }>({
    name: 'find-admin-token',
    text: 'SELECT no, hash, revoked_at IS NULL AS active, name, scope FROM admin_token WHERE prefix = $1',
    values: [prefix],
  });
  const [row] = rows;
  return row && { hash: row.hash, active: row.active, credential: { kind: 'operator', keyNo: row.no, prefix, name: row.name, scope: row.scope } };
}
