'use client';

import { ErrorState } from '@goal/ui/state/error-state.tsx';

export default function PageError({ error, reset }: { error: Error; reset: () => void }) {
  return <ErrorState query={{ error, refetch: reset }} />;
}
