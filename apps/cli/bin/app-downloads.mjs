import { readFileSync } from 'node:fs';

import { at } from './processes.mjs';
import { packPlugin } from './wordpress-zip.mjs';

/**
 * The files that the server of a web app sends besides its pages: the WordPress plugin, and the
 * worker that checks a bundle. `folders` hold what they are made of, besides what the app is built
 * from in any case.
 */
export const downloads = {
  dashboard: [
    {
      file: 'apps/dashboard/dist/goal-sender.zip',
      folders: ['apps/wordpress/goal-sender'],
      pack: () => packPlugin().bytes,
    },
    {
      file: 'apps/dashboard/dist/verify-worker.mjs',
      folders: [],
      pack: () => readFileSync(at('packages/browser-verifier/dist/bundle/worker.js')),
    },
  ],
};
