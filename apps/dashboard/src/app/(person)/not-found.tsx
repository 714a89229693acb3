import { NotFound } from '@goal/ui/components/not-found.tsx';

import { accountsList } from '../../lib/paths.ts';

export default function NotFoundPage() {
  return <NotFound what="This page" list={accountsList} />;
}
