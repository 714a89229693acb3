'use client';

import { BrokenApp } from '@goal/ui/shell/broken-app.tsx';

export default function GlobalError({ reset }: { reset: () => void }) {
  return <BrokenApp name="dashboard" onRetry={reset} />;
}
