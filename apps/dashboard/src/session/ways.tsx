'use client';

import type { WaysToSignIn } from '@goal/contract';
import { createContext, type ReactNode, use } from 'react';

const Ways = createContext<WaysToSignIn | undefined>(undefined);

export function WaysProvider({ value, children }: { value: WaysToSignIn | undefined; children: ReactNode }) {
  return <Ways value={value}>{children}</Ways>;
}

export function useWays(): WaysToSignIn | undefined {
  return use(Ways);
}
