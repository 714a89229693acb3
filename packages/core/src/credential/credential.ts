import type { AccountKeyAccess, AdminScope, KeyAccess, Role, SignInWay } from '@goal/contract';

import type { Actor } from '../ground/actor.ts';
import type { Caller } from '../ground/caller.ts';
import type { MonthlyLimit } from '../ground/monthly-limit.ts';

/** A site key, with what its doors need to know of the site and the account. */
export type SiteCredential = {
  kind: 'site';
  keyRowId: number;
  prefix: string;
  /** What the key may do (rulings §12). */
  access: KeyAccess;
  site: {
    rowId: number;
    id: string;
    domain: string;
    status: string;
    retentionDays: number;
    rateLimitRps: number;
    /** Whether its events keep the address of their user (rulings §11.5). */
    keepsIp: boolean;
  };
  account: { rowId: number; isReseller: boolean; api: boolean };
  /** The hard limit of the account's month (rulings §10.39); undefined: there is none. */
  monthlyLimit: MonthlyLimit | undefined;
};

type AccountPart = {
  keyRowId: number;
  prefix: string;
  createdAt: Date;
  /** What the key may do (rulings §12). */
  access: AccountKeyAccess;
  account: { rowId: number; id: string; email: string; isReseller: boolean };
  plan: { slug: string; sites: number; retentionDays: number; keysPerSite: number; api: boolean };
};

/** An account key, or a group key with the one group that it may reach. */
export type AccountKeyCredential = AccountPart & { kind: 'account'; group?: undefined };
export type GroupKeyCredential = AccountPart & { kind: 'group'; group: { rowId: number; id: string; name: string } };
export type AccountCredential = AccountKeyCredential | GroupKeyCredential;

/** An admin token, as such or by a session of the console that it began (rulings §8). */
export type OperatorCredential = {
  kind: 'operator';
  keyRowId: number;
  prefix: string;
  createdAt: Date;
  name: string;
  scope: AdminScope;
};

/** What a person may reach of one account (rulings §10.3). */
export type MembershipPart = {
  rowId: number;
  role: Role;
  account: AccountPart['account'] & {
    name: string | null;
    needsSecondFactor: boolean;
    /** Whether addresses of events are hidden from viewers (rulings §11.5). */
    hidesIp: boolean;
  };
  plan: AccountPart['plan'];
  /** The one group that the member may reach; undefined is the whole account. */
  group: GroupKeyCredential['group'] | undefined;
  /** Whether it is noted that this session used the account in the last minutes. */
  hasEntered: boolean;
};

/** A signed-in person (rulings §10.4), with the membership of the account that was asked for. */
export type SessionCredential = {
  kind: 'session';
  keyRowId: number;
  prefix: string;
  createdAt: Date;
  how: SignInWay;
  /** When the person last proved who they are, and whether that still counts (rulings §10.15). */
  confirmedAt: Date;
  isConfirmed: boolean;
  person: {
    rowId: number;
    id: string;
    email: string;
    name: string | null;
    isProven: boolean;
    hasSecondFactor: boolean;
  };
  membership: MembershipPart | undefined;
};

export type Credential = SiteCredential | AccountCredential | OperatorCredential | SessionCredential;

/** The customer behind an account or group key, as the verbs know them. */
export function callerOf(key: AccountCredential): Caller {
  return {
    actor: { kind: key.kind === 'group' ? 'group_key' : 'account_key', name: key.prefix },
    account: key.account,
    ...(key.group === undefined ? {} : { group: key.group }),
  };
}

/** The person of a session, as the record names them (rulings §10.17). */
export function memberActor({ person }: { person: { email: string } }): Actor {
  return { kind: 'member', name: person.email };
}

/**
 * A member who acts on an account, as the verbs know customers. `needs` is the role that the
 * request needs; a change judges it again under the account's lock.
 */
export function callerOfMember(
  session: SessionCredential,
  { rowId, account, group }: MembershipPart,
  needs: Role = 'viewer',
): Caller {
  const membership = { rowId, sessionRowId: session.keyRowId, needs };
  return { actor: memberActor(session), account, membership, ...(group === undefined ? {} : { group }) };
}
