'use client';

import { createDataProvider } from '@goal/ui/trpc/provider.tsx';

import { personHeaders } from '../lib/person-of-page.ts';
import { signInPath } from '../session/next-path.ts';
import { confirmLink } from './confirm-link.ts';
import { personLink } from './person-link.ts';

export const DataProvider = createDataProvider({
  name: 'dashboard',
  signInPath,
  links: [confirmLink, personLink],
  headers: personHeaders,
});
