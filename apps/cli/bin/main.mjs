import { pathToFileURL } from 'node:url';

import { audit } from './audit.mjs';
import { check, format } from './check.mjs';
import { at, endTogether, Refusal, root, watchParent } from './processes.mjs';
import { setUp } from './setup.mjs';
import { screenshots, test, testAll, testLong } from './test.mjs';
import { startedApps, webApps } from './web-apps.mjs';
import { wordpressZip } from './wordpress-zip.mjs';

const programs = {
  start: 'apps/server/dist/bundle/main.js',
  goal: 'apps/cli/dist/bundle/main.js',
  bench: 'apps/bench/dist/main.js',
  soak: 'apps/bench/dist/soak/main.js',
};

/** Runs one of the commands of run.mjs and sets the exit code. */
export async function main(what, args) {
  process.chdir(root);
  const release = endTogether();
  try {
    if (what === 'test') process.exitCode = await test(args);
    else if (what === 'test:all') process.exitCode = await testAll(args);
    else if (what === 'test:long') process.exitCode = await testLong(args);
    else if (what === 'screenshots') process.exitCode = await screenshots(args);
    else if (what === 'check') process.exitCode = (await check(args)).some((result) => !result.ok) ? 1 : 0;
    else if (what === 'audit') process.exitCode = await audit();
    else if (what === 'format') process.exitCode = await format(args);
    else if (what === 'wordpress:zip') process.exitCode = wordpressZip();
    else await setUp({ apps: appsOf(what) });
  } catch (error) {
    // A `Refusal` is a sentence about something the user can fix; any other error keeps its stack.
    console.error(error instanceof Refusal ? error.message : error);
    process.exitCode = 1;
    return;
  } finally {
    release();
  }
  if (programs[what] !== undefined) await load(programs[what], args);
}

/** The web apps that a command needs built. */
function appsOf(what) {
  if (what === 'goal' || what === 'soak') return [];
  return what === 'start' ? startedApps(process.env) : webApps;
}

/** Runs a program in this process. It gets SIGTERM when npm is gone. */
async function load(file, args) {
  process.setSourceMapsEnabled(true);
  watchParent(() => process.kill(process.pid, 'SIGTERM'));
  process.argv = [process.argv[0], at(file), ...args];
  await import(pathToFileURL(at(file)).href);
}
