'use client';

import dynamic from 'next/dynamic';

// The code loads when a palette first opens.
export const PaletteOfAccount = dynamic(() => import('./jump-palette.tsx').then((module) => module.PaletteOfAccount), {
  ssr: false,
});
export const PaletteOfPerson = dynamic(() => import('./jump-palette.tsx').then((module) => module.PaletteOfPerson), {
  ssr: false,
});
