'use client';

import dynamic from 'next/dynamic';
import { useEffect, useState } from 'react';

import { onNotice } from '../lib/notify.ts';

const List = dynamic(() => import('./notice-list.tsx').then((module) => module.NoticeList), { ssr: false });

/**
 * Where notices appear. The list's code loads with the first notice. The live region exists from
 * the start, because screen readers only announce changes inside an existing one.
 */
export function Notices() {
  const [isLoaded, setLoaded] = useState(false);
  useEffect(
    () =>
      onNotice((notice) => {
        setLoaded(true);
        void import('./notice-list.tsx').then(({ showNotice }) => showNotice(notice));
      }),
    [],
  );
  return (
    <div role="status" aria-live="polite">
      {isLoaded && <List />}
    </div>
  );
}
