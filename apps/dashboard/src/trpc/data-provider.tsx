import { createDataProvider } from '@goal/ui/trpc/provider.tsx';

import { signInPath } from '../session/next-path.ts';
import { calls } from './calls.ts';

export const DataProvider = createDataProvider({ name: 'dashboard', signInPath, ...calls });
