#!/usr/bin/env node
// The way in behind `npm start`, `npm test` and `npm run …`: plain JavaScript that needs nothing but Node and npm, because it also installs.
// Old versions of Node must be able to read this file, so that they can say that they are too old: the rest is loaded after the look.
const usage = `usage: npm start                      the service, with its database
       npm run -s goal -- COMMAND …   the command line (npm run -s goal -- --help)
       npm run check                  types, lint, format, unused code
       npm run format                 formats all files
       npm test [-- FILTER …]         everything that can be checked; with a filter, only those test files
       npm run -s bench -- NAME …     the performance harness
       npm run soak                   ten minutes of mixed load with faults on three instances
       npm run screenshots            pictures of every page of the console, in e2e/.screenshots
       npm run wordpress:zip          the WordPress plugin, packed, in apps/wordpress/dist
Each first installs, generates and builds what is missing; "node apps/cli/bin/run.mjs setup" does only that.`;

const [what, ...args] = process.argv.slice(2);
const commands = ['start', 'goal', 'bench', 'soak', 'check', 'format', 'test', 'screenshots', 'wordpress:zip', 'setup'];
const [major, minor] = process.versions.node.split('.').map(Number);

if (what === '--help' || what === '-h' || what === 'help') {
  console.log(usage);
} else if (!commands.includes(what)) {
  console.error(what === undefined ? usage : `unknown command: ${what}\n\n${usage}`);
  process.exitCode = 1;
} else if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Node 20.19 or newer is needed, this is ${process.version}.`);
  process.exitCode = 1;
} else {
  const { main } = await import('./main.mjs');
  await main(what, args);
}
