import { TextLink } from '@goal/ui/page/link.tsx';
import { Alert } from '@mantine/core';
import { useEffect, useState } from 'react';

import { takeRemovedWays } from '../../lib/removed-ways.ts';

const words = new Map([
  ['password', 'the password'],
  ['passkeys', 'the passkeys'],
  ['second_factor', 'the second factor'],
  ['single_sign_on', 'the link to single sign-on'],
]);

/** Says once, after a sign-in that proved the e-mail for the first time, what that has removed. */
export function RemovedWays() {
  const [removed, setRemoved] = useState<string[]>([]);
  useEffect(() => {
    // Once the page is drawn as the server drew it, without a cookie.
    queueMicrotask(() => {
      const taken = takeRemovedWays();
      if (taken.length > 0) setRemoved(taken);
    });
  }, []);
  if (removed.length === 0) return null;
  return (
    <Alert
      role="status"
      title="Earlier ways to sign in were removed"
      mb="md"
      withCloseButton
      closeButtonLabel="Close"
      onClose={() => setRemoved([])}
    >
      Your e-mail is proven now. What was set up before is gone: {removed.map((way) => words.get(way)).join(', ')}.
      Anybody with a copied link could have set it up. You can set up ways to sign in again on{' '}
      <TextLink href="/me">your own page</TextLink>.
    </Alert>
  );
}
