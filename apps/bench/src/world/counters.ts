import type pg from 'pg';

import type { Vocabulary } from './events.ts';

/**
 * Fills the empty counters from the events, as the statement that stores events does
 * (docs/decisions/010-event-store.md).
 */
export async function countEvents(client: pg.Client, { objects, eventTypes, agents }: Vocabulary): Promise<void> {
  await client.query(
    `INSERT INTO kept (account, site, day, severity, n)
     SELECT account, site, (occurred_at AT TIME ZONE 'utc')::date, severity, count(*) FROM event GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`,
  );
  // The bytes of an event are those of its texts, and 64 for the rest
  // (docs/decisions/010-event-store.md).
  const lengths = [objects, eventTypes, agents].map((list) => list.map((word) => Buffer.byteLength(word)));
  await client.query(
    `INSERT INTO accepted (account, site, day, events, bytes)
     SELECT account, site, (received_at AT TIME ZONE 'utc')::date, count(*), sum(64 + ($1::int[])[object] + ($2::int[])[event_type]
       + ($3::int[])[user_agent] + octet_length(message) + octet_length(username) + octet_length(session_id)
       + coalesce(octet_length(post_type), 0) + coalesce(octet_length(post_status), 0))
     FROM event GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
    lengths,
  );
  await client.query(
    'INSERT INTO kept_day (account, day, severity, n) SELECT account, day, severity, sum(n) FROM kept GROUP BY 1, 2, 3 ORDER BY 1, 2, 3',
  );
  await client.query(
    'INSERT INTO accepted_day (account, day, events, bytes) SELECT account, day, sum(events), sum(bytes) FROM accepted GROUP BY 1, 2 ORDER BY 1, 2',
  );
}
