'use client';

import { WriteAccessProvider } from '@goal/ui/write/write-access.tsx';
import { createContext, type ReactNode, use } from 'react';

export type WhoAmI = { name: string; prefix: string; scope: 'admin:read' | 'admin:write'; canWrite: boolean };

export const readOnlyReason = 'Your token is read-only (admin:read)';

const Who = createContext<WhoAmI | undefined>(undefined);

export function WhoAmIProvider({ value, children }: { value: Omit<WhoAmI, 'canWrite'>; children: ReactNode }) {
  const canWrite = value.scope === 'admin:write';
  return (
    <Who value={{ ...value, canWrite }}>
      <WriteAccessProvider refusal={canWrite ? undefined : readOnlyReason}>{children}</WriteAccessProvider>
    </Who>
  );
}

/** For display and for disabling controls only: the API judges every request. */
export function useWhoAmI(): WhoAmI {
  const who = use(Who);
  if (who === undefined) throw new Error('only on pages behind the sign-in');
  return who;
}
