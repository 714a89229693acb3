import { execFile } from 'node:child_process';
import os from 'node:os';
import { promisify } from 'node:util';

import { testLimitMs } from '@goal/db/testing';

/** The versions that integrators may use beside our own, which runs every test. */
export const otherNodes: readonly string[] = ['22.23.3', '24.21.0'];

/**
 * Returns the path of this Node version’s program: the current one, or the one from npm, which is
 * fetched if npm’s cache lacks it.
 */
export async function nodeOf(version: string): Promise<string> {
  if (version === process.versions.node) return process.execPath;
  const binaries = `node-${process.platform}-${process.arch}@${version}`;
  const args = ['--yes', '--prefer-offline', `--package=${binaries}`, '--', 'node', '-p', 'process.execPath'];
  try {
    // Outside the checkout, so that npm ignores its packages.
    const { stdout } = await promisify(execFile)('npx', args, { cwd: os.tmpdir(), timeout: testLimitMs });
    return stdout.trim();
  } catch (cause) {
    const command = `npx ${args.join(' ')}`;
    throw new Error(`Node ${version} is missing; this fetches it, where npm's registry can be reached: ${command}`, {
      cause,
    });
  }
}
