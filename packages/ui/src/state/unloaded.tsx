import { ErrorState, type Failed } from './error-state.tsx';
import { SkeletonBox } from './skeletons.tsx';

/**
 * Shown in place of data that is not there: a placeholder of this height, or why it failed. A file
 * of its own, because the page of a failure needs no placeholder.
 */
export function Unloaded({ query, height }: { query: Failed; height: number | string }) {
  return query.error === null ? <SkeletonBox height={height} /> : <ErrorState query={query} />;
}
