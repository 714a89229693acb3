'use client';

import dynamic from 'next/dynamic';

import type { WhyProps } from './why-input.tsx';

/** The field «Why» of a dialog. Its code loads when a dialog first shows it. */
export const WhyField = dynamic<WhyProps>(() => import('./why-input.tsx').then((module) => module.WhyInput), {
  ssr: false,
});
