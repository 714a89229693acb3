import type pg from 'pg';

import { serverName } from '../database.ts';
import type { Queryable } from '../rows.ts';
import { leastConnections, poolConnections } from '../session-settings.ts';
import { StartupError } from '../startup-error.ts';
import { connect, type Target } from './server.ts';

/** A process hears messages on two connections beside its pools. */
const channels = 2;
/** Connections that are left for commands and for people; the least where there are few. */
const left = { usual: 5, least: 3 };

/** Connections that so many processes need with pools of this size. */
const connectionsOf = (processes: number, each = poolConnections): number => processes * (each + channels);

/** The connections of the embedded server: enough for one process, with room for more. */
export const embeddedConnections = (processes: number): number => Math.max(200, connectionsOf(processes) + 50);

/** Connections that the service's user may open, that the server keeps, and the instances. */
export type Room = { allowed: number; kept: number; instances: number };

/**
 * Asks how many connections the user may open on this server. A pooler may allow fewer than the
 * server: it is tried, up to what the processes need.
 */
export async function readRoom(
  client: pg.Client & { isPooled: boolean },
  target: Target,
  instances: number,
): Promise<Room> {
  const { rows } = await client.query<Omit<Room, 'instances'>>(
    `SELECT least(max - kept, nullif(rolconnlimit, -1), nullif(datconnlimit, -1)) AS allowed, kept
     FROM (SELECT current_setting('max_connections')::int AS max, current_setting('superuser_reserved_connections')::int
         + coalesce(current_setting('reserved_connections', true)::int, 0) AS kept) AS s,
       pg_database, pg_roles WHERE datname = current_database() AND rolname = session_user`,
  );
  const [{ allowed, kept } = { allowed: 0, kept: 0 }] = rows;
  if (!client.isPooled) return { allowed, kept, instances };
  const wanted = Math.min(allowed, connectionsOf(instances) + left.usual);
  return { allowed: await countConnections(target, wanted), kept, instances };
}

/** Opens connections at a pooler until it gives no more. Our own that ask for it count as well. */
async function countConnections(target: Target, wanted: number): Promise<number> {
  const opened: pg.Client[] = [];
  try {
    while (opened.length + 1 < wanted) opened.push(await connect(target));
  } catch {
    // No more.
  } finally {
    await Promise.all(opened.map((one) => one.end().catch(() => {})));
  }
  return opened.length + 1;
}

/** The connections of all pools of a process, and a sentence where these are not all. */
export type Fit = { connections: number; told: string | undefined };

/**
 * Fits the pools of the processes into a server on which `others` serve already.
 * @throws StartupError if their own pools do not fit at their smallest.
 */
export function fitPools({ allowed, kept, instances }: Room, { server }: Target, others = 0): Fit {
  const each = (processes: number, spare: number): number => Math.floor((allowed - spare) / processes) - channels;
  const needed = (processes: number): number => connectionsOf(processes) + left.usual + kept;
  if (each(instances, left.least) < leastConnections)
    throw new StartupError(
      `The PostgreSQL server at ${server} allows ${allowed} connections, and ${instances === 1 ? 'the service' : `INSTANCES=${instances}`} needs ${connectionsOf(instances, leastConnections) + left.least} at least: set its max_connections to ${needed(instances)} or more, or raise the limit of the user, the database or the pooler${instances === 1 ? '' : ', or set INSTANCES to fewer'}.`,
    );
  const processes = instances + others;
  const connections = Math.min(Math.max(each(processes, left.usual), leastConnections), poolConnections);
  if (connections === poolConnections) return { connections, told: undefined };
  const who = processes === 1 ? 'its pools have' : `the pools of each of ${processes} processes have`;
  return {
    connections,
    told: `The PostgreSQL server at ${server} allows ${allowed} connections: ${who} ${connections} in place of ${poolConnections}, so bursts wait longer. For all of them set max_connections to ${needed(processes)} or more, and raise a lower limit of the user, the database or the pooler.`,
  };
}

/**
 * Counts the other processes that serve on a migrated database. One that was killed a moment ago is
 * still noted, so it counts only while somebody serves.
 */
export async function countOthers(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ servers: number }>(
    `SELECT count(*)::int AS servers FROM instance WHERE kind = 'server' AND seen_at > clock_timestamp() - interval '1 minute'
       AND EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1)`,
    [serverName],
  );
  return rows[0]?.servers ?? 0;
}
