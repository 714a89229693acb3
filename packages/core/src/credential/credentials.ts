import { withAllowance, type Database } from '@goal/db';
import { BatchLoader } from '@goal/fairness';

import { LookUpCache } from '../ground/look-up-cache.ts';
import type { Credential, OperatorCredential } from './credential.ts';
import {
  findAccountKeys,
  findAdminTokens,
  findGroupKeys,
  findOperatorSessions,
  findSiteKeys,
  type Found,
} from './find-keys.ts';
import { findSessions } from './find-sessions.ts';

/** Looks credentials up by prefix or `sessionKey`; what is asked together is one statement. */
export type Credentials = { [K in Credential['kind']]: LookUpCache<Found<Extract<Credential, { kind: K }>>> } & {
  operatorSession: LookUpCache<Found<OperatorCredential>>;
};

export function openCredentials(db: Database): Credentials {
  const open = <Value>(
    find: (db: Database, prefixes: string[]) => Promise<Map<string, Value>>,
    isLasting: (value: Value) => boolean,
  ) => {
    // A batch is shared work: it must not run at the cost of one request's allowance.
    const loader = new BatchLoader((prefixes) => withAllowance(undefined, () => find(db, prefixes)));
    const findAll = async (prefixes: readonly string[]): Promise<Map<string, Value>> => {
      const values = await Promise.all(prefixes.map((prefix) => loader.load(prefix)));
      return new Map(prefixes.flatMap((prefix, nth) => (values[nth] === undefined ? [] : [[prefix, values[nth]]])));
    };
    return new LookUpCache(db.changes, findAll, isLasting);
  };
  return {
    // The events of a month grow without a change that is told of.
    site: open(findSiteKeys, ({ credential }) => credential.monthlyLimit === undefined),
    account: open(findAccountKeys, always),
    group: open(findGroupKeys, always),
    operator: open(findAdminTokens, always),
    // Sessions end by the clock.
    operatorSession: open(findOperatorSessions, () => false),
    session: open(findSessions, () => false),
  };
}

const always = (): boolean => true;
