import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

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
  const texts = migrationNames(folder).map((name) => migrationText(name, folder));
  return [...texts.join('\n').matchAll(new RegExp(`^CREATE ${kind} "?(\\w+)`, 'gim'))].map(([, name = '']) => name);
}

/** The SQL of a migration. */
export const migrationText = (name: string, folder = migrationsFolder): string =>
  readFileSync(join(folder, name, 'migration.sql'), 'utf8');

/** The checksum that Prisma notes of a migration's text. */
export const checksumOf = (text: string): string => createHash('sha256').update(text).digest('hex');
