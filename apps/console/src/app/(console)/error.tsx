'use client';

import { ErrorState } from '../../ui/error-state.tsx';

/** A page that failed, within the shell. */
export default function PageError({ error, reset }: { error: Error; reset: () => void }) {
  return <ErrorState error={error} onRetry={reset} />;
}
