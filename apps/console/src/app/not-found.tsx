import { NotFound } from '@goal/ui/page/not-found.tsx';

import { accountsList } from '../lib/paths.ts';

export default function NotFoundPage() {
  return (
    <main>
      <NotFound what="This page" list={accountsList} />
    </main>
  );
}
