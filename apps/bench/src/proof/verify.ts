import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

import { environmentWith } from '../env.ts';
import { formatPercentile, ratiosOf, timeAlternating } from '../measures/timing.ts';
import type { Result } from '../report.ts';
import { inWords } from '../statistics.ts';
import { peakMemory } from '../world/processes.ts';
import type { ProofWorld } from './world.ts';

const program = fileURLToPath(new URL('../../../cli/dist/bundle/main.js', import.meta.url));
const rounds = 3;
const timeoutMs = 600_000;
const lookEveryMs = 20;

/** Compares `goal verify` with `sha256sum` of the file, alternating, and looks at its memory. */
export async function measureVerify({ large, bundleFile, progress }: ProofWorld): Promise<Result[]> {
  const { events } = await large();
  const file = await bundleFile();
  let peakBytes = 0;
  const found = await timeAlternating({ rounds, turns: 1, progress }, () => ({
    verify: async () => {
      const { output, peak } = await run(process.execPath, [program, 'verify', file, '--json']);
      if (!output.includes('"verified":true')) throw new Error(`goal verify said ${output.slice(0, 500)}`);
      peakBytes = Math.max(peakBytes, peak);
    },
    sha256sum: () => run('sha256sum', [file]),
  }));
  const megabytes = peakBytes / 1e6;
  const size = `${inWords(events)} events, ${(statSync(file).size / 1e6).toFixed(0)} MB`;
  const memory: Result = {
    what: `goal verify, ${inWords(events)} events: its memory at most, in MB`,
    figures: `${megabytes.toFixed(0)} MB`,
    ratios: [megabytes],
    goal: { atMost: 150 },
  };
  return [
    {
      what: `goal verify ÷ sha256sum of the file, ${size}`,
      figures: `p50 ${formatPercentile(found, 'verify')} ÷ ${formatPercentile(found, 'sha256sum')}`,
      ratios: ratiosOf(found, 'verify', 'sha256sum'),
      goal: { atMost: 12 },
    },
    peakBytes > 0 ? memory : { ...memory, figures: '', ratios: [], needs: 'Linux' },
  ];
}

/** Runs a program to its end: its output, and the most memory it was seen to have, in bytes. */
async function run(command: string, args: readonly string[]): Promise<{ output: string; peak: number }> {
  const child = spawn(command, args, {
    env: environmentWith({}),
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: timeoutMs,
  });
  let peak = 0;
  const looks = setInterval(() => (peak = Math.max(peak, peakMemory(child.pid ?? 0))), lookEveryMs);
  try {
    const [output] = await Promise.all([text(child.stdout), once(child, 'close')]);
    if (child.exitCode !== 0) throw new Error(`${command} ended with ${child.exitCode}: ${output.slice(0, 500)}`);
    return { output, peak };
  } finally {
    clearInterval(looks);
    child.kill();
  }
}
