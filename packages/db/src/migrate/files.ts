import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { MigrationList } from './engine.ts';

/** The folder `prisma`: the same from src, from dist and from the bundle of a program. */
export const prismaFolder = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..', '..', 'prisma');

const migrationsFolder = join(prismaFolder, 'migrations');

/** The names of this program's migrations, oldest first. */
export function migrationNames(folder = migrationsFolder): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(folder, entry.name, 'migration.sql')))
    .map((entry) => entry.name)
    .toSorted();
}

export type MadeKind = 'TABLE' | 'SEQUENCE' | 'FUNCTION';

/** The names of all objects of a kind that the migrations' texts create. */
export function madeByMigrations(kind: MadeKind, folder = migrationsFolder): string[] {
  const texts = migrationNames(folder).map((name) => readFileSync(join(folder, name, 'migration.sql'), 'utf8'));
  return [...texts.join('\n').matchAll(new RegExp(`^CREATE ${kind} "?(\\w+)`, 'gim'))].map(([, name = '']) => name);
}

/** The migrations as Prisma's engine takes them: all, or those up to `upTo`. */
export function migrationList(folder = migrationsFolder, upTo?: string): MigrationList {
  return {
    baseDir: folder,
    lockfile: { path: 'migration_lock.toml', content: readFileSync(join(folder, 'migration_lock.toml'), 'utf8') },
    shadowDbInitScript: '',
    migrationDirectories: migrationNames(folder)
      .filter((name) => upTo === undefined || name <= upTo)
      .map((name) => ({
        path: name,
        migrationFile: {
          path: 'migration.sql',
          content: { tag: 'ok', value: readFileSync(join(folder, name, 'migration.sql'), 'utf8') },
        },
      })),
  };
}
