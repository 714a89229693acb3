import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** The files of a database of SQLite, by the ends of their names. */
const ends = ['', '-wal', '-shm'];
const archive = createRequire(import.meta.url).resolve('@wp-playground/cli/package.json');

/** What tells the processes of a site where its database is. */
type SqliteSite = { WP_DB: string; WP_SQLITE: string; WP_SQLITE_FILE: string };

type Sqlite = {
  /** The environment of a site whose database is a file of this name. */
  site: (name: string) => SqliteSite;
  /** Removes the database of this name, if there is one. */
  remove: (name: string) => void;
  stop: () => void;
};

/**
 * Unpacks SQLite Database Integration, the plugin that gives WordPress SQLite in place of MySQL, as
 * the package of WordPress Playground brings it.
 */
export function unpackSqlite(): Sqlite {
  const folder = mkdtempSync(path.join(tmpdir(), 'goal-sqlite-'));
  const zip = path.join(path.dirname(archive), 'sqlite-database-integration.zip');
  execFileSync('python3', ['-m', 'zipfile', '-e', zip, folder]);
  const site = (name: string): SqliteSite => ({
    WP_DB: name,
    WP_SQLITE: path.join(folder, 'plugin-sqlite-database-integration'),
    WP_SQLITE_FILE: path.join(folder, `${name}.sqlite`),
  });
  return {
    site,
    remove: (name) => {
      for (const end of ends) rmSync(site(name).WP_SQLITE_FILE + end, { force: true });
    },
    stop: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Copies the database of a site that no process uses, as a backup or a tool for staging does. */
export function copyDatabase(from: SqliteSite, to: SqliteSite): void {
  for (const end of ends)
    if (existsSync(from.WP_SQLITE_FILE + end)) copyFileSync(from.WP_SQLITE_FILE + end, to.WP_SQLITE_FILE + end);
}
