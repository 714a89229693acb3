import { fileURLToPath } from 'node:url';

import { startApp } from '@goal/ui/server/start-app.ts';

import { enter, entryPath } from '../entry/routes.ts';
import { env } from '../env.ts';
import { logoDownload } from '../features/brand/logo-download.ts';
import { pluginDownload } from '../features/connect/plugin-download.ts';
import { eventsDownload } from '../features/export/download-events.ts';
import { bundleDownload } from '../features/integrity/download-bundle.ts';
import { verifierDownload } from '../features/integrity/verifier-download.ts';
import { recordDownload } from '../features/record/download-record.ts';
import { licencesDownload } from '../features/licences/licences-download.ts';
import { forward } from '../forward/forward.ts';
import { unsubscribeAt } from '../features/unsubscribe/end-mails.ts';
import { printedAddress } from './printed-address.ts';

// The dashboard's process. The folder is the same from src/server and from dist/bundle.
const folder = fileURLToPath(new URL('../..', import.meta.url));
await startApp({
  folder,
  forward,
  routes: { [entryPath]: (req, res) => void enter(req, res) },
  downloadAt: (path) =>
    pluginDownload(path, folder) ??
    licencesDownload(path, folder) ??
    recordDownload(path) ??
    eventsDownload(path) ??
    bundleDownload(path) ??
    verifierDownload(path, folder) ??
    logoDownload(path),
  postAt: unsubscribeAt,
  isSecure: env().isSecure,
  movedTo: printedAddress,
  headers: { 'Permissions-Policy': 'publickey-credentials-get=(self), publickey-credentials-create=(self)' },
});
