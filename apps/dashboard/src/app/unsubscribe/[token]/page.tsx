import type { Metadata } from 'next';

import { Unsubscribe } from '../../../features/unsubscribe/unsubscribe.tsx';

export const metadata: Metadata = { title: 'Weekly summary · Goal' };

/** Opening the page changes nothing: programs that check mails open every link. */
export default function UnsubscribePage() {
  return <Unsubscribe />;
}
