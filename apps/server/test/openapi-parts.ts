import { randomUUID } from 'node:crypto';

import type { Answer, TestService } from './harness.ts';
import { erasureConflicts, erasureSuccesses, unknownPlace } from './openapi-erasure.ts';
import { logSuccesses } from './openapi-log.ts';
import { peopleConflicts, peopleSuccesses } from './openapi-people.ts';
import { streamConflicts, streamSuccesses, unknownSite } from './openapi-streams.ts';

/** What became of an export, for both doors. */
const exportSuccesses: Record<string, (service: TestService) => Promise<Answer>> = {
  async 'GET /account/exports/{id}'(on) {
    const account = await on.makeAccount();
    return account.call('GET', `/exports/${(await on.makeExport(account)).id}`);
  },
  async 'GET /exports/{id}'(on) {
    const site = await on.makeSite(await on.makeAccount());
    const { headers } = await site.call('GET', '/events/export');
    return site.call('GET', `/exports/${String(headers['x-export-id'])}`);
  },
};

/** Successes of operations that have a place of their own, by their names. */
export const partSuccesses = {
  ...peopleSuccesses,
  ...streamSuccesses,
  ...erasureSuccesses,
  ...logSuccesses,
  ...exportSuccesses,
};

/** Their conflicts. */
export const partConflicts = { ...peopleConflicts, ...streamConflicts, ...erasureConflicts };

/** A body that is right for each of them but for its ids, which nobody has. */
export const unknownIds = () => ({ ...unknownSite(), ...unknownPlace() });

/** Names what nobody has, where the operation takes an id in its query. */
export const queryOfNobody = (path: string): string =>
  /^\/account\/(events|log\/bundle)/.test(path)
    ? `site_id=${randomUUID()}`
    : path.startsWith('/admin/actions')
      ? `account_id=${randomUUID()}`
      : 'confirm=true';
