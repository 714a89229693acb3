'use client';

import { createDataProvider } from '@goal/ui/trpc/provider.tsx';

import { signInPath } from '../session/next-path.ts';

export const DataProvider = createDataProvider({ name: 'console', signInPath });
