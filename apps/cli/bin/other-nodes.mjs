import { execFile } from 'node:child_process';
import os from 'node:os';
import { promisify } from 'node:util';

import { Refusal } from './processes.mjs';

/** The versions of Node that people may use beside our own, which runs every test. */
export const otherNodes = ['22.23.3', '24.21.0'];

const fetchTimeoutMs = 600_000;

/**
 * Resolves to the path of this version's program: the current one, or the one from npm, which is
 * fetched if npm's cache lacks it. Throws a `Refusal` with the command that fetches it.
 */
export async function nodeOf(version) {
  if (version === process.versions.node) return process.execPath;
  const binaries = `node-${process.platform}-${process.arch}@${version}`;
  const args = ['--yes', '--prefer-offline', `--package=${binaries}`, '--', 'node', '-p', 'process.execPath'];
  try {
    // Outside the checkout, so that npm ignores its packages.
    const { stdout } = await promisify(execFile)('npx', args, { cwd: os.tmpdir(), timeout: fetchTimeoutMs });
    return stdout.trim();
  } catch {
    const command = `npx ${args.join(' ')}`;
    throw new Refusal(`Node ${version} is missing; this fetches it, where npm's registry can be reached: ${command}`);
  }
}
