import { ApiAddressProvider } from '@goal/ui/site/api-address.tsx';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import type { ReactNode } from 'react';

import { env } from '../../env.ts';
import { signInPath } from '../../session/next-path.ts';
import { signedIn } from '../../session/session.ts';
import { WhoAmIProvider } from '../../session/who-am-i.tsx';
import { Shell } from '../../shell/shell.tsx';
import { DataProvider } from '../../trpc/data-provider.tsx';

/** The redirect is a convenience: the API checks the token on every request for data. */
export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  const who = await signedIn();
  if (who === undefined) redirect(signInPath((await headers()).get('x-path') ?? '/'));
  const { name, prefix, scope } = who;
  return (
    <WhoAmIProvider value={{ name, prefix, scope }}>
      <ApiAddressProvider value={env().apiPublicUrl}>
        <DataProvider>
          <Shell>{children}</Shell>
        </DataProvider>
      </ApiAddressProvider>
    </WhoAmIProvider>
  );
}
