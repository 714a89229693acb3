import { defineConfig } from '@playwright/test';

import config from './playwright.config.ts';

const shared = { ...config };
delete shared.projects;

/** Screenshots for people to look at, in the ignored .screenshots: `npm run screenshots`. */
export default defineConfig(shared, { testDir: 'screenshots', testMatch: '*.test.ts' });
