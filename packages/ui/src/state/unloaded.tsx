import { ErrorState, type Failed } from './error-state.tsx';
import { SkeletonBox } from './skeletons.tsx';

/** A placeholder, or why it failed. A file of its own: pages of failures need no placeholder. */
export function Unloaded({ query, height }: { query: Failed; height: number | string }) {
  return query.error === null ? <SkeletonBox height={height} /> : <ErrorState query={query} />;
}
