'use client';

import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { PaletteOfPerson } from '../features/palette/palettes.ts';
import { DataProvider } from '../trpc/data-provider.tsx';
import { Frame } from './frame.tsx';

const places = [
  { href: '/accounts', label: 'Accounts' },
  { href: '/me', label: 'Me' },
];

export function PersonFrame({ children }: { children: ReactNode }) {
  return (
    <DataProvider>
      <Pages>{children}</Pages>
    </DataProvider>
  );
}

function Pages({ children }: { children: ReactNode }) {
  const { data: me, isError } = useQuery(useTRPC().me.get.queryOptions());
  return (
    <Frame brand={me === undefined ? (isError ? null : undefined) : me.brand} places={places} palette={PaletteOfPerson}>
      {children}
    </Frame>
  );
}
