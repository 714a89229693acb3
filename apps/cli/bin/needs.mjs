import { existsSync } from 'node:fs';

import { run } from './processes.mjs';

/** What the tests need of the system beside Node: where it is looked for, and Debian's package of it. */
const needs = [
  { what: "Debian's PostgreSQL 15 server", file: '/usr/lib/postgresql/15/bin/postgres', package: 'postgresql-15' },
];

/** Looks for each need, installs what is missing where that is allowed, and resolves to `{ name, ok }` of each. */
export async function meetNeeds() {
  const results = [];
  for (const need of needs) {
    if (!existsSync(need.file) && process.getuid?.() === 0) await aptInstall(need.package);
    const ok = existsSync(need.file);
    console.log(
      ok ? `✓ ${need.what}` : `✗ ${need.what} is missing; this installs it: sudo apt-get install -y ${need.package}`,
    );
    results.push({ name: need.what, ok });
  }
  return results;
}

async function aptInstall(name) {
  console.error(`installing ${name} …`);
  // RUNLEVEL=1 keeps the package from starting a service: the tests start the program themselves.
  const options = { env: { DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' } };
  const install = () => run('apt-get', ['install', '-y', '--no-install-recommends', name], options);
  // A machine that was never updated knows no packages at all.
  if ((await install()).code !== 0 && (await run('apt-get', ['update'], options)).code === 0) await install();
}
