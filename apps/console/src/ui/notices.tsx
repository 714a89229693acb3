'use client';

import dynamic from 'next/dynamic';
import { useEffect, useState } from 'react';

import { onNotice } from './notify.ts';

const List = dynamic(() => import('./notice-list.tsx').then((module) => module.NoticeList), { ssr: false });

/** Where notices appear. Their code is fetched with the first of them; the live region is there before, so that it is heard. */
export function Notices() {
  const [isWanted, setWanted] = useState(false);
  useEffect(
    () =>
      onNotice((notice) => {
        setWanted(true);
        void import('./notice-list.tsx').then(({ showNotice }) => showNotice(notice));
      }),
    [],
  );
  return (
    <div role="status" aria-live="polite">
      {isWanted && <List />}
    </div>
  );
}
