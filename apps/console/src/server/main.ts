import { fileURLToPath } from 'node:url';

import { startApp } from '@goal/ui/server/start-app.ts';

import { env } from '../env.ts';
import { listDownload } from '../features/files/download-list.ts';
import { forward } from '../forward/forward.ts';

// The console's process. The folder is the same from src/server and from dist/bundle.
await startApp({
  folder: fileURLToPath(new URL('../..', import.meta.url)),
  forward,
  downloadAt: listDownload,
  isSecure: env().isSecure,
});
