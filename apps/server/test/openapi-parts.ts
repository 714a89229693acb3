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
