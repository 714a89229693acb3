import { createRequire } from 'node:module';

/**
 * Finds what this package depends on: seen from src, from dist and from the bundle of a program
 * alike, which cannot see it from its own place.
 */
export const ownRequire = createRequire(new URL('../../../../packages/db/package.json', import.meta.url));
