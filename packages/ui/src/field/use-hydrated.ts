import { useSyncExternalStore } from 'react';

const neverChanges = () => () => {};

/** False while the server makes the page, and until its scripts have taken it over. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
