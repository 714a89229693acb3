import type { Query, QueryClient } from '@tanstack/react-query';

/**
 * Asks again for what the page shows; resolves once the answers are there. What was asked about
 * `gone`, a deleted id, is only marked as stale: its answer would be 404.
 */
export async function renewQueries(queries: QueryClient, gone?: string): Promise<void> {
  // The hash holds the input.
  const isGone = ({ queryHash }: Query): boolean => gone !== undefined && queryHash.includes(gone);
  void queries.invalidateQueries({ predicate: isGone, refetchType: 'none' });
  await queries.invalidateQueries({ predicate: (query) => !isGone(query) });
}
