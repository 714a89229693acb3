'use client';

import { createContext, type ReactNode, use } from 'react';

export type WhoAmI = { name: string; prefix: string; scope: 'admin:read' | 'admin:write'; canWrite: boolean };

const Who = createContext<WhoAmI | undefined>(undefined);

export function WhoAmIProvider({ value, children }: { value: Omit<WhoAmI, 'canWrite'>; children: ReactNode }) {
  return <Who value={{ ...value, canWrite: value.scope === 'admin:write' }}>{children}</Who>;
}

/**
 * Who has signed in, and whether they may change anything. For display and for disabling controls
 * only: the API judges every request.
 */
export function useWhoAmI(): WhoAmI {
  const who = use(Who);
  if (who === undefined) throw new Error('only on pages behind the sign-in');
  return who;
}
