import type { Metadata } from 'next';

import { Unsubscribe } from '../../../features/unsubscribe/unsubscribe.tsx';

// Without the product's name: the mail may be a reseller's (rulings §10.38).
export const metadata: Metadata = { title: 'Mails' };

/** Opening the page changes nothing: programs that check mails open every link. */
export default function UnsubscribePage() {
  return <Unsubscribe />;
}
