import { randomUUID } from 'node:crypto';

import { erasureConflicts, erasureSuccesses, unknownPlace } from './openapi-erasure.ts';
import { logSuccesses } from './openapi-log.ts';
import { peopleConflicts, peopleSuccesses } from './openapi-people.ts';
import { streamConflicts, streamSuccesses, unknownSite } from './openapi-streams.ts';

/** Successes of operations that have a file of their own, by their names. */
export const partSuccesses = { ...peopleSuccesses, ...streamSuccesses, ...erasureSuccesses, ...logSuccesses };

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
