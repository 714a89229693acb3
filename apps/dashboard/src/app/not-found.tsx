import { NotFound } from '@goal/ui/page/not-found.tsx';

import { accountsList } from '../lib/paths.ts';

/** Every page loads what this one needs, so it needs little. */
export default function NotFoundPage() {
  return (
    <main style={{ padding: '2rem 1rem' }}>
      <NotFound what="This page" list={accountsList} />
    </main>
  );
}
