'use client';

import { createDataProvider } from '@goal/ui/trpc/provider.tsx';

import { signInPath } from '../session/next-path.ts';
import { confirmLink } from './confirm-link.ts';

export const DataProvider = createDataProvider({ name: 'dashboard', signInPath, links: [confirmLink] });
