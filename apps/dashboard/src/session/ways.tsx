'use client';

import type { WaysToSignIn } from '@goal/contract';
import { createContext, type ReactNode, use } from 'react';

const Ways = createContext<WaysToSignIn | undefined>(undefined);

export function WaysProvider({ value, children }: { value: WaysToSignIn | undefined; children: ReactNode }) {
  return <Ways value={value}>{children}</Ways>;
}

/** The ways to sign in that are set up; undefined if the service did not say. */
export function useWays(): WaysToSignIn | undefined {
  return use(Ways);
}
