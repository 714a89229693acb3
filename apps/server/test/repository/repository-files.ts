import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A text file of the repository; its path is relative to the root, with `/` between folders. */
export type RepositoryFile = { file: string; text: string };

/** Folders that tools write, and that the repository does not hold. */
const writtenByTools = /^(node_modules|dist|test-results|\.git|\.cache|\.data|\.screenshots|\.next.*)$/;
const withText = /\.(ts|tsx|mjs|js|php|css|sql|prisma|md|yml|yaml)$/;

/** The path of every file of the repository, folders that tools write left out. */
export function listPaths(root: string, folder = ''): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = path.posix.join(folder, entry.name);
    if (!entry.isDirectory()) return [name];
    return writtenByTools.test(entry.name) || name === 'packages/db/src/generated' ? [] : listPaths(root, name);
  });
}

/** The sources and documents among these paths. */
export function readTexts(root: string, paths: readonly string[]): RepositoryFile[] {
  return paths
    .filter((file) => withText.test(file) && !notOurs.test(file))
    .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }));
}

/** A build of somebody else's, the lock file, and Next's own declaration. */
const notOurs = /^(apps\/server\/assets\/reference\.js|pnpm-lock\.yaml|apps\/[^/]+\/next-env\.d\.ts)$/;

export const isDocument = (file: string): boolean => file.endsWith('.md');
