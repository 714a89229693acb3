import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

import { environment } from './start-service.ts';
import { waitLimitMs } from './until.ts';

const program = path.resolve(import.meta.dirname, '../../apps/cli/dist/bundle/main.js');

export type AdminToken = { token: string; prefix: string; name: string; scope: 'admin:read' | 'admin:write' };

/** Runs a `goal` command, as built, beside the service whose data lie in `dataDir`; gives back what it prints. Throws when it fails. */
export async function goal(dataDir: string, ...args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], {
    cwd: dataDir,
    env: environment({ DATA_DIR: dataDir }),
    timeout: waitLimitMs,
  });
  return stdout;
}

/** `goal admin-token create`. No other active token may have the name. */
export async function createAdminToken(dataDir: string, name: string, scope: AdminToken['scope']): Promise<AdminToken> {
  const printed = await goal(dataDir, 'admin-token', 'create', '--name', name, '--scope', scope, '--json');
  // One JSON object of this form (rulings §9.1).
  return JSON.parse(printed) as AdminToken;
}

/** `goal admin-token revoke`. */
export async function revokeAdminToken(dataDir: string, prefix: string): Promise<void> {
  await goal(dataDir, 'admin-token', 'revoke', prefix);
}
