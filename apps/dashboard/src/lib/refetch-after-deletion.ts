import type { QueryClient } from '@tanstack/react-query';

/**
 * Refetches what the page shows after the deletion of a site or a group. What was asked by its id
 * is left out, because asking again would only be answered with 404.
 */
export function refetchAfterDeletion(queries: QueryClient, id: string): void {
  void queries.invalidateQueries({ predicate: ({ queryKey }) => !queryKey.some((part) => isAbout(part, id)) });
}

/** A part of a tRPC query's key holds its input. */
function isAbout(part: unknown, id: string): boolean {
  if (typeof part !== 'object' || part === null || !('input' in part)) return false;
  const { input } = part;
  return typeof input === 'object' && input !== null && Object.values(input).includes(id);
}
