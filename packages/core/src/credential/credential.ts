import type { AdminScope } from '@goal/contract';

import type { Caller } from '../ground/caller.ts';

/** A site key, with what its doors need to know of the site and the account. */
export type SiteCredential = {
  kind: 'site';
  keyRowId: number;
  prefix: string;
  site: { rowId: number; id: string; domain: string; status: string; retentionDays: number; rateLimitRps: number };
  account: { rowId: number; isReseller: boolean; api: boolean };
};

type AccountPart = {
  keyRowId: number;
  prefix: string;
  createdAt: Date;
  account: { rowId: number; id: string; email: string; isReseller: boolean };
  plan: { slug: string; sites: number; retentionDays: number; keysPerSite: number; api: boolean };
};

/** An account key, or a group key with the one group that it may reach. */
export type AccountKeyCredential = AccountPart & { kind: 'account'; group?: undefined };
export type GroupKeyCredential = AccountPart & { kind: 'group'; group: { rowId: number; id: string; name: string } };
export type AccountCredential = AccountKeyCredential | GroupKeyCredential;

/** An admin token. */
export type OperatorCredential = {
  kind: 'operator';
  keyRowId: number;
  prefix: string;
  createdAt: Date;
  name: string;
  scope: AdminScope;
};

export type Credential = SiteCredential | AccountCredential | OperatorCredential;

/** The customer behind an account or group key, as the verbs know them. */
export function callerOf(key: AccountCredential): Caller {
  return {
    actor: { kind: key.kind === 'group' ? 'group_key' : 'account_key', name: key.prefix },
    account: key.account,
    ...(key.group === undefined ? {} : { group: key.group }),
  };
}
