import { defineConfig } from '@playwright/test';

import config from './playwright.config.ts';

const shared = { ...config };
delete shared.projects;

/**
 * Takes screenshots for people to look at, in the ignored folder .screenshots: `npm run
 * screenshots`.
 */
export default defineConfig(shared, { testDir: 'screenshots', testMatch: '*.test.ts' });
