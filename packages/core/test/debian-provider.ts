import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { until } from '@goal/db/testing';

import type { SsoSettings } from '../src/sign-in/sso/sso-settings.ts';

/** A provider of Debian's packages that runs for a test. */
export type DebianProvider = {
  settings: SsoSettings;
  /** Its address, without a slash at its end. */
  origin: string;
  stop: () => Promise<void>;
};

/** As what the service is known there; the secret has every unreserved character. */
export const client = { id: 'goal', secret: 'a-secret_of.the~tests' };
export const redirectUri = 'http://localhost:3001/api/entry/sso/return';

/**
 * Runs a provider in a folder of its own and waits until it says what it is. `prepare` writes its
 * settings into the folder, and returns its arguments.
 */
export async function runProvider(
  program: string,
  { origin, issuer, prepare }: { origin: string; issuer: string; prepare: (folder: string) => string[] },
): Promise<DebianProvider> {
  if (!existsSync(program)) throw new Error(`${program} is missing: see apps/cli/bin/needs.mjs`);
  const folder = mkdtempSync(path.join(tmpdir(), 'goal-provider-'));
  const args = prepare(folder);
  const env = { PATH: process.env['PATH'], LLNG_DEFAULTCONFFILE: path.join(folder, 'lemonldap-ng.ini') };
  const child = spawn(program, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  const answers = async (): Promise<boolean> => {
    if (child.exitCode !== null) throw new Error(`${program} ended: ${said}`);
    return fetch(origin).then(
      () => true,
      () => false,
    );
  };
  await until(answers, () => `${program} does not answer: ${said}`);
  return {
    settings: { issuer, clientId: client.id, clientSecret: client.secret, name: path.basename(program) },
    origin,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        const gone = once(child, 'exit');
        child.kill('SIGKILL');
        await gone;
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
