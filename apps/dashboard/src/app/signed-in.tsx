import { ApiAddressProvider } from '@goal/ui/site/api-address.tsx';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import type { ReactNode } from 'react';

import { waysToSignIn } from '../entry/ways.ts';
import { env } from '../env.ts';
import { signInPath } from '../session/next-path.ts';
import { hasSession } from '../session/session.ts';
import { WaysProvider } from '../session/ways.tsx';

/** The redirect is a convenience: the API checks the session at every request for data. */
export async function SignedIn({ children }: { children: ReactNode }) {
  if (!(await hasSession())) redirect(signInPath((await headers()).get('x-path') ?? '/'));
  return (
    <WaysProvider value={await waysToSignIn()}>
      <ApiAddressProvider value={env().apiPublicUrl}>{children}</ApiAddressProvider>
    </WaysProvider>
  );
}
