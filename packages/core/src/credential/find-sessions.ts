import { limits, prefixLength, type Role, type SignInWay } from '@goal/contract';
import type { Database } from '@goal/db';

import type { MembershipPart, SessionCredential } from './credential.ts';
import { planPart, type Found, type PlanColumns } from './find-keys.ts';

/** What a session is looked up by: its prefix, and the account that is asked about. */
export function sessionKey(prefix: string, accountId: string | undefined): string {
  return `${prefix}${accountId ?? ''}`;
}

type SessionRow = Record<'prefix' | 'person_id' | 'person_email', string> &
  Record<'session_no' | 'person_no', number> &
  Record<'active' | 'confirmed' | 'proven' | 'second_factor', boolean> &
  Record<'created_at' | 'confirmed_at', Date> & { hash: Uint8Array; how: SignInWay; person_name: string | null } & (
    | { membership_no: null; asked: string | null }
    | MembershipRow
  );

type MembershipRow = Record<'asked' | 'email', string> &
  Record<'membership_no' | 'account_no', number> &
  Record<'is_reseller' | 'needs_second_factor' | 'hide_ip' | 'entered', boolean> &
  Record<'account_name' | 'group_id' | 'group_name', string | null> &
  PlanColumns & { role: Role; group_no: number | null };

const statement = {
  name: 'find-sessions',
  text: `SELECT k.prefix, k.asked::text, s.no AS session_no, s.hash, s.created_at, s.how, s.confirmed_at,
      s.ended_at IS NULL AND s.expires_at > now() AND coalesce(s.last_used_at, s.created_at) > now() - $3 * interval '1 day' AS active,
      s.confirmed_at > now() - $4 * interval '1 minute' AS confirmed,
      p.no AS person_no, p.id::text AS person_id, p.email AS person_email, p.name AS person_name,
      p.email_proven_at IS NOT NULL AS proven,
      p.totp_at IS NOT NULL OR s.how IN ('passkey', 'sso') AS second_factor,
      m.no AS membership_no, m.role, a.no AS account_no, a.email, a.name AS account_name, a.is_reseller,
      a.second_factor AS needs_second_factor, a.hide_ip, plan.slug, plan.sites, plan.retention_days, plan.keys_per_site, plan.api,
      g.no AS group_no, g.id::text AS group_id, g.name AS group_name, coalesce(e.at > now() - interval '5 minutes', false) AS entered
    FROM unnest($1::text[], $2::uuid[]) AS k(prefix, asked)
      JOIN session s ON s.prefix = k.prefix JOIN person p ON p.no = s.person_no
      LEFT JOIN account a ON a.id = k.asked
      LEFT JOIN membership m ON m.person_no = p.no AND m.account_no = a.no
      LEFT JOIN plan ON plan.slug = a.plan
      LEFT JOIN site_group g ON g.no = m.group_no
      LEFT JOIN session_entry e ON e.session_no = s.no AND e.account_no = a.no`,
};

/**
 * Reads sessions by one statement, each with its person and with their membership of the account
 * that was asked about. `keys` are those of `sessionKey`.
 */
export async function findSessions(db: Database, keys: string[]): Promise<Map<string, Found<SessionCredential>>> {
  const { rows } = await db.lookups.query<SessionRow>({
    ...statement,
    values: [
      keys.map((key) => key.slice(0, prefixLength)),
      keys.map((key) => (key.length > prefixLength ? key.slice(prefixLength) : null)),
      limits.session.idleDays,
      limits.session.confirmedMinutes,
    ],
  });
  return new Map(
    rows.map((row) => [
      sessionKey(row.prefix, row.asked ?? undefined),
      // Copies the hash, as `find` of find-keys.ts does.
      { credential: credentialOf(row), hash: new Uint8Array(row.hash), active: row.active },
    ]),
  );
}

function credentialOf(row: SessionRow): SessionCredential {
  return {
    kind: 'session',
    keyRowId: row.session_no,
    prefix: row.prefix,
    createdAt: row.created_at,
    how: row.how,
    confirmedAt: row.confirmed_at,
    isConfirmed: row.confirmed,
    person: {
      rowId: row.person_no,
      id: row.person_id,
      email: row.person_email,
      name: row.person_name,
      isProven: row.proven,
      hasSecondFactor: row.second_factor,
    },
    membership: row.membership_no === null ? undefined : membershipOf(row),
  };
}

function membershipOf(row: MembershipRow): MembershipPart {
  return {
    rowId: row.membership_no,
    role: row.role,
    account: {
      rowId: row.account_no,
      id: row.asked,
      email: row.email,
      name: row.account_name,
      isReseller: row.is_reseller,
      needsSecondFactor: row.needs_second_factor,
      hidesIp: row.hide_ip,
    },
    plan: planPart(row),
    group:
      row.group_no === null || row.group_id === null || row.group_name === null
        ? undefined
        : { rowId: row.group_no, id: row.group_id, name: row.group_name },
    hasEntered: row.entered,
  };
}
