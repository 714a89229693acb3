import http from 'node:http';
import { pathToFileURL } from 'node:url';

import { guarded } from './guard.ts';

// The console's process: Next's own program, with an eye on the service that started it, and a guard at its door.

// Standard input is a pipe whose other end the service holds. It ends with the service, whatever ended that, and so does this.
process.stdin.resume();
for (const event of ['end', 'error']) process.stdin.on(event, () => process.exit(0));

const [node = '', , scheme, program = '', ...args] = process.argv;
process.argv = [node, program, ...args];
// Next makes its server itself and lets nobody bound it.
Object.assign(http, { createServer: guarded(http.createServer, { isSecure: scheme === 'https' }) });
await import(pathToFileURL(program).href);
