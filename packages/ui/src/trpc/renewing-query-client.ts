import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  notifyManager,
  type QueryKey,
  QueryClient,
} from '@tanstack/react-query';

/** Asks again also where a first answer is under way: it may be from before the change. */
export class RenewingQueryClient extends QueryClient {
  override invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    return notifyManager.batch(() => {
      for (const query of this.getQueryCache().findAll(filters)) {
        // A query with data is cancelled by its refetch. One that nobody watches is not refetched:
        // whoever fetches it by hand still wants its answer.
        const isFirst = query.state.data === undefined && query.state.fetchStatus !== 'idle';
        if (isFirst && query.isActive() && filters?.refetchType !== 'none') void query.cancel({ revert: true });
      }
      return super.invalidateQueries(filters, options);
    });
  }
}
