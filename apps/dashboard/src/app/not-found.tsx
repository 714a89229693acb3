import { NotFound } from '@goal/ui/components/not-found.tsx';

import { accountsList } from '../lib/paths.ts';

export default function NotFoundPage() {
  return (
    <main>
      <NotFound what="This page" list={accountsList} />
    </main>
  );
}
