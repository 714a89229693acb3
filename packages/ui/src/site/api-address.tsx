'use client';

import { createContext, type ReactNode, use } from 'react';

const Address = createContext<string | undefined>(undefined);

export function ApiAddressProvider({ value, children }: { value: string | undefined; children: ReactNode }) {
  return <Address value={value}>{children}</Address>;
}

/**
 * The address by which customers call the API, with its path: `http://127.0.0.1:4000/v1/goal`.
 * Undefined if the service does not know it.
 */
export function useApiAddress(): string | undefined {
  return use(Address);
}
