import type { CredentialKind } from '@goal/contract';
import { withAllowance, type Database } from '@goal/db';
import { BatchLoader } from '@goal/fairness';

import { CredentialCache } from './credential-cache.ts';
import type { Credential } from './credential.ts';
import { findAccountKeys, findAdminTokens, findGroupKeys, findSiteKeys, type Found } from './find-keys.ts';
import { findSessions } from './find-sessions.ts';

/**
 * Looks credentials up by their prefix; sessions by `sessionKey`. What is asked at the same time
 * goes into one statement.
 */
export type Credentials = { [K in CredentialKind]: CredentialCache<Found<Extract<Credential, { kind: K }>>> };

export function openCredentials(db: Database): Credentials {
  const open = <Value>(find: (db: Database, prefixes: string[]) => Promise<Map<string, Value>>) => {
    // A batch is shared work: it must not run at the cost of one request's allowance.
    const loader = new BatchLoader((prefixes) => withAllowance(undefined, () => find(db, prefixes)));
    return new CredentialCache(db.changes, (prefix) => loader.load(prefix));
  };
  return {
    site: open(findSiteKeys),
    account: open(findAccountKeys),
    group: open(findGroupKeys),
    operator: open(findAdminTokens),
    session: open(findSessions),
  };
}
