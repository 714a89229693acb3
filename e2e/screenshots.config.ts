import { defineConfig } from '@playwright/test';

import config from './playwright.config.ts';

/**
 * Takes screenshots for people to look at, in the ignored folder .screenshots: `npm run
 * screenshots`.
 */
export default defineConfig(config, { testDir: 'screenshots', testMatch: '*.test.ts' });
