import type { Queryable } from '../rows.ts';
import { StartupError } from '../startup-error.ts';

/** The state of a database in relation to this program's migrations. */
export type History = {
  /** Not applied yet, oldest first. */
  pending: string[];
  /** Checksums of what was applied, by name. */
  checksums: Map<string, string>;
  /** Applied, and unknown here. */
  unknown: string[];
  /** Started, and ended by an error. */
  failed: string[];
  /** Started and never ended, because the program or server died. PostgreSQL rolled them back. */
  interrupted: string[];
};

/** Compares Prisma's table of applied migrations with this program's names. */
export async function readHistory(db: Queryable, names: string[]): Promise<History> {
  const table = await db.query<{ found: boolean }>(`SELECT to_regclass('_prisma_migrations') IS NOT NULL AS found`);
  const rows = table.rows[0]?.found
    ? (
        await db.query<{ name: string; checksum: string; finished: boolean; logs: string | null }>(
          `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished, logs FROM "_prisma_migrations" WHERE rolled_back_at IS NULL ORDER BY migration_name`,
        )
      ).rows
    : [];
  const finished = rows.filter((row) => row.finished).map((row) => row.name);
  const unfinished = rows.filter((row) => !row.finished);
  return {
    pending: names.filter((name) => !finished.includes(name)),
    checksums: new Map(rows.filter((row) => row.finished).map((row) => [row.name, row.checksum])),
    unknown: finished.filter((name) => !names.includes(name)),
    failed: unfinished.filter((row) => row.logs).map((row) => row.name),
    interrupted: unfinished.filter((row) => !row.logs).map((row) => row.name),
  };
}

/** @throws StartupError if this program may not work on a database with this history. */
export function refuseForeignHistory({ unknown, failed }: History): void {
  if (unknown.length > 0) {
    throw new StartupError(
      `This program is older than the database, which has the migration ${unknown.at(-1)}: start the newer program, or one of another database.`,
    );
  }
  if (failed.length > 0) {
    throw new StartupError(
      `The migration ${failed[0]} failed half way: see its reason in the column "logs" of the table _prisma_migrations, and mark it by "prisma migrate resolve" once that is put right.`,
    );
  }
}
