import { rmSync } from 'node:fs';
import path from 'node:path';

import { part, type Opening } from '../part.ts';
import { randomFrom } from '../world/random.ts';
import { measureBundle, measureInclusion, saveBundle } from './bundle.ts';
import { measureBytes } from './bytes.ts';
import { measureIngest, measureLag } from './ingest.ts';
import { measureVerify } from './verify.ts';
import { openLarge, openSide, type LargeSide, type ProofWorld } from './world.ts';

/**
 * Measures the signed log (docs/decisions/092-signed-log.md): what storing takes beside
 * sealing, its bytes, how far it is behind, proofs, bundles and their check.
 */
export const proof = part({
  name: 'proof',
  description: 'the signed log: sealing, proofs, bundles and their check; takes about eight minutes',
  events: 300_000,
  open,
  measures: {
    ingest: measureIngest,
    bytes: measureBytes,
    lag: measureLag,
    inclusion: measureInclusion,
    bundle: measureBundle,
    verify: measureVerify,
  },
});

async function open(opening: Opening): Promise<Omit<ProofWorld, 'progress'>> {
  const file = path.join(opening.dataDir, 'bundle.ndjson');
  opening.closing.unshift(() => rmSync(file, { force: true }));
  let loaded: Promise<LargeSide> | undefined;
  let saved: Promise<void> | undefined;
  const large = (): Promise<LargeSide> => (loaded ??= openLarge(opening));
  return {
    openSide: (name, more) => openSide(opening, name, more),
    large,
    async bundleFile() {
      await (saved ??= large().then((side) => saveBundle(side, file)));
      return file;
    },
    random: randomFrom(Date.now()),
  };
}
