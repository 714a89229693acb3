import { pathToFileURL } from 'node:url';

// The console's process: Next's own program, with an eye on the service that started it.

// Standard input is a pipe whose other end the service holds. It ends with the service, whatever ended that, and so does this.
process.stdin.resume();
for (const event of ['end', 'error']) process.stdin.on(event, () => process.exit(0));

const [node = '', , program = '', ...args] = process.argv;
process.argv = [node, program, ...args];
await import(pathToFileURL(program).href);
