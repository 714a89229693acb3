'use client';

import { createContext, type ReactNode, use } from 'react';

const Address = createContext<string | undefined>(undefined);

export function ApiAddressProvider({ value, children }: { value: string | undefined; children: ReactNode }) {
  return <Address value={value}>{children}</Address>;
}

/** Where customers call the API: `http://127.0.0.1:4000/v1/goal`; undefined if it is not known. */
export function useApiAddress(): string | undefined {
  return use(Address);
}
