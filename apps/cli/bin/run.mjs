#!/usr/bin/env node
// The entry point of `npm start`, `npm test` and `npm run …`: plain JavaScript that needs only Node
// and npm, because it also installs. Old versions of Node must be able to parse this file, so that
// it can report that they are too old; the rest is imported after that check.
const usage = `usage: npm start                      run the service with its database
       npm run -s goal -- COMMAND …   run the command line (npm run -s goal -- --help)
       npm run check                  check types, lint, format, unused code and the budget
       npm run audit                  ask the registry for known vulnerabilities of the packages
       npm run format                 format all files
       npm test [-- FILTER …]         run the checks and one test of each promise; with a filter, only the matching test files
       npm test -- --times            the same, and print how long each test file took
       npm run test:all               run the tests that npm test leaves out
       npm run test:long              run properties, fuzzers and restarts many times; --part NAME for one part of it
       npm run -s bench -- SIZE …     measure the performance (npm run -s bench -- --help)
       npm run soak                   run ten minutes of mixed load with faults on three instances
       npm run screenshots            take pictures of every page of the web apps into e2e/.screenshots
       npm run wordpress:zip          pack the WordPress plugin into apps/wordpress/dist
Each command first installs, generates and builds what is missing; "node apps/cli/bin/run.mjs setup" does only that.`;

const [what, ...args] = process.argv.slice(2);
const commands = [
  'start',
  'goal',
  'bench',
  'soak',
  'audit',
  'check',
  'format',
  'test',
  'test:all',
  'test:long',
  'screenshots',
  'wordpress:zip',
  'setup',
];
const [major, minor] = process.versions.node.split('.').map(Number);

if (what === '--help' || what === '-h' || what === 'help') {
  console.log(usage);
} else if (!commands.includes(what)) {
  console.error(what === undefined ? usage : `unknown command: ${what}\n\n${usage}`);
  process.exitCode = 1;
} else if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Goal needs Node 20.19 or newer; this is Node ${process.version}.`);
  process.exitCode = 1;
} else {
  const { main } = await import('./main.mjs');
  await main(what, args);
}
