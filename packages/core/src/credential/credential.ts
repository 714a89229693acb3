import type { AdminScope } from '@goal/contract';

import type { Caller } from '../account/change-account.ts';

/** A site key, with what its doors need to know of the site and the account. */
export type SiteCredential = {
  kind: 'site';
  keyNo: number;
  prefix: string;
  site: { no: number; id: string; domain: string; status: string; retentionDays: number; rateLimitRps: number };
  account: { no: number; isReseller: boolean; api: boolean };
};

type AccountPart = {
  keyNo: number;
  prefix: string;
  createdAt: Date;
  account: { no: number; id: string; email: string; isReseller: boolean };
  plan: { slug: string; sites: number; retentionDays: number; keysPerSite: number; api: boolean };
};

/** An account key, or a group key with the one group that it may reach. */
export type AccountKeyCredential = AccountPart & { kind: 'account'; group?: undefined };
export type GroupKeyCredential = AccountPart & { kind: 'group'; group: { no: number; id: string; name: string } };
export type AccountCredential = AccountKeyCredential | GroupKeyCredential;

/** An admin token. */
export type OperatorCredential = {
  kind: 'operator';
  keyNo: number;
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
