import { z } from 'zod';

/** A plan's hard limit (rulings §10.39). */
export const hardLimitEvents = z
  .int()
  .exactOptional()
  .meta({ description: 'Events a month from which on ingest is refused; absent where nothing is' });
