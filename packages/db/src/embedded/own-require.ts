import { createRequire } from 'node:module';

/**
 * Resolves dependencies of this package, from src, from dist, and from the bundle of a program,
 * whose own folder does not have them.
 */
export const ownRequire = createRequire(new URL('../../../../packages/db/package.json', import.meta.url));
