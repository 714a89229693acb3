import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';

import { busyCores } from '../machine.ts';
import { openProgress } from '../progress.ts';
import type { Result } from '../report.ts';
import { guarded, rowsOf, type Closing, type Run } from '../run.ts';
import { openBenchServer } from '../world/database.ts';
import { randomFrom } from '../world/random.ts';
import { measureBrowser } from './browser.ts';
import { measureBacklog, measureBundle, saveBundle } from './bundle.ts';
import { measureBytes } from './bytes.ts';
import { measureCost } from './cost.ts';
import { measureInclusion } from './inclusion.ts';
import { measureIngest } from './ingest.ts';
import { measureLag } from './lag.ts';
import { openLarge, openSide, type Sides } from './sides.ts';
import { measureVerify } from './verify.ts';
import type { LargeSide, ProofWorld } from './world.ts';

/** In the order of the table. */
const measures = {
  cost: { says: 'Storing and sealing in turn', run: measureCost },
  ingest: { says: 'Storing with and without sealing', run: measureIngest },
  bytes: { says: 'Sealing and purging 100,000 events', run: measureBytes },
  lag: { says: 'Sealing behind a steady load', run: measureLag },
  backlog: { says: 'Sealing a backlog', run: measureBacklog },
  inclusion: { says: 'Proving single events', run: measureInclusion },
  bundle: { says: 'Making bundles and exports', run: measureBundle },
  verify: { says: 'Verifying a bundle', run: measureVerify },
  browser: { says: 'Verifying a bundle as browsers do', run: measureBrowser },
} as const satisfies Record<string, { says: string; run: (world: ProofWorld) => Promise<Result | Result[]> }>;
export type ProofMeasure = keyof typeof measures;
// The keys of `measures`, whose type Object.keys forgets.
export const proofMeasures = Object.keys(measures) as ProofMeasure[];

export type ProofOptions = {
  dataDir: string;
  only: readonly ProofMeasure[];
  /** Events of the account of which bundles and proofs are made. */
  events: number;
};

/**
 * Measures the signed log (docs/decisions/092-signed-log.md): what sealing costs beside storing,
 * its bytes, how far it is behind, proofs, bundles and their check. Throws `Interrupted` on a
 * signal.
 */
export function benchProof(options: ProofOptions): Promise<Run> {
  return guarded((closing) => run(options, closing));
}

async function run({ dataDir, only, events }: ProofOptions, closing: Closing): Promise<Run> {
  const { step } = openProgress();
  mkdirSync(dataDir, { recursive: true });
  const server = await openBenchServer(dataDir);
  closing.unshift(server.close);
  const sides: Sides = { server, dataDir, step, running: new Set() };
  closing.unshift(() => Promise.all([...sides.running].map((stop) => stop())));
  const bundle = path.join(dataDir, 'bundle.ndjson');
  closing.unshift(() => rmSync(bundle, { force: true }));
  let loaded: Promise<LargeSide> | undefined;
  let saved: Promise<void> | undefined;
  const large = (): Promise<LargeSide> => (loaded ??= openLarge(sides, events));
  const world: Omit<ProofWorld, 'progress'> = {
    openSide: (name, more) => openSide(sides, name, more),
    large,
    bundleFile: async () => {
      await (saved ??= large().then((side) => saveBundle(side, bundle)));
      return bundle;
    },
    random: randomFrom(Date.now()),
  };
  const busy: number[] = [];
  const results: Result[] = [];
  // In the order of the table, whatever order was asked for.
  for (const name of proofMeasures.filter((one) => only.includes(one))) {
    const { says, run: measure } = measures[name];
    const progress = step(says);
    busy.push(await busyCores());
    results.push(...(await rowsOf(name, async () => measure({ ...world, progress }))));
  }
  return { results, postgres: server.version, busyCores: busy };
}
