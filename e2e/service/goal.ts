import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

import { environment } from './start-service.ts';
import { waitLimitMs } from './until.ts';

const program = path.resolve(import.meta.dirname, '../../apps/cli/dist/bundle/main.js');

export type AdminToken = { token: string; prefix: string; name: string; scope: 'admin:read' | 'admin:write' };

/** Runs a built `goal` command beside the service; returns its output. Throws if it fails. */
export function goal(dataDir: string, ...args: readonly string[]): Promise<string> {
  return run(dataDir, args);
}

/** Runs `goal worker --once` with these settings: what is due is done at once. */
export async function workOnce(dataDir: string, variables: Readonly<Record<string, string>>): Promise<void> {
  await run(dataDir, ['worker', '--once'], variables);
}

async function run(
  dataDir: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], {
    cwd: dataDir,
    env: environment({ DATA_DIR: dataDir, ...variables }),
    timeout: waitLimitMs,
  });
  return stdout;
}

/** Runs `goal admin-token create`. The name must differ from those of all active tokens. */
export async function createAdminToken(dataDir: string, name: string, scope: AdminToken['scope']): Promise<AdminToken> {
  const printed = await goal(dataDir, 'admin-token', 'create', '--name', name, '--scope', scope, '--json');
  // One JSON object of this form (rulings §9.1).
  return JSON.parse(printed) as AdminToken;
}

/** Runs `goal admin-token revoke`. */
export async function revokeAdminToken(dataDir: string, prefix: string): Promise<void> {
  await goal(dataDir, 'admin-token', 'revoke', prefix);
}
