'use client';

import type { AccountKeyView } from '@goal/contract';
import dynamic from 'next/dynamic';

import { Time } from './time.tsx';

// The sentences are many, and few keys were refused: they load when a key was.
const RefusalMeaning = dynamic(() => import('./refusal-meaning.tsx').then((module) => module.RefusalMeaning));

type Props = { refused: Pick<AccountKeyView, 'last_refused_at' | 'last_refusal'> };

/**
 * When a request with an account key or group key was last refused, with which sentence and why.
 */
export function LastRefusal({ refused: { last_refused_at: at, last_refusal: sentence } }: Props) {
  if (at === undefined || sentence === undefined) return 'never';
  return (
    <>
      <Time value={at} as="ago" /> with «{sentence}»
      <RefusalMeaning sentence={sentence} />
    </>
  );
}
