'use client';

import type { ReactNode } from 'react';

import { PaletteOfPerson } from '../features/palette/palettes.ts';
import { DataProvider } from '../trpc/data-provider.tsx';
import { Frame } from './frame.tsx';

const places = [
  { href: '/accounts', label: 'Accounts' },
  { href: '/me', label: 'Me' },
];

/** The frame of the pages that belong to a person and to no account. */
export function PersonFrame({ children }: { children: ReactNode }) {
  return (
    <DataProvider>
      <Frame places={places} palette={PaletteOfPerson}>
        {children}
      </Frame>
    </DataProvider>
  );
}
