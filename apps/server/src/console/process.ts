import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import { pathToFileURL } from 'node:url';

import { assets } from './assets.ts';
import { guarded } from './guard.ts';

// The console's process: Next's own program, with an eye on the service that started it, and a guard at its door.

// Standard input is a pipe whose other end the service holds. It ends with the service, whatever ended that, and so does this.
process.stdin.resume();
for (const event of ['end', 'error']) process.stdin.on(event, () => process.exit(0));

const [node = '', , scheme, program = '', ...args] = process.argv;
process.argv = [node, program, ...args];
/** What the console leaves here once it is ready (apps/console/src/instrumentation.ts): its way to the API. */
const left: typeof globalThis & { goalForward?: (req: IncomingMessage, res: ServerResponse) => Promise<void> } =
  globalThis;
const forward = (req: IncomingMessage, res: ServerResponse): boolean => {
  void left.goalForward?.(req, res);
  return left.goalForward !== undefined;
};
// Next makes its server itself and lets nobody bound it.
Object.assign(http, {
  createServer: guarded(http.createServer, { isSecure: scheme === 'https', forward, assets: assets('.next/static') }),
});
await import(pathToFileURL(program).href);
