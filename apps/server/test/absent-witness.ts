import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { readWitnesses, type Witnesses } from '@goal/core';
import { signatureKinds, vkeyOf } from '@goal/signed-log';
import { noteSigner, sha256 } from '@goal/signed-log/node';

/** Witnesses, as LOG_WITNESSES names them: one that nobody runs. */
export function absentWitness(): Witnesses {
  const folder = mkdtempSync(path.join(tmpdir(), 'goal-policy-'));
  const file = path.join(folder, 'policy');
  const signer = noteSigner('absent.example', new Uint8Array(32).fill(5));
  const vkey = vkeyOf(sha256, { ...signer, kind: signatureKinds.cosignature });
  // Nothing listens on the port of the discard service.
  writeFileSync(file, `witness absent ${vkey} http://127.0.0.1:9\nquorum absent\n`);
  const witnesses = readWitnesses(file);
  rmSync(folder, { recursive: true });
  if (typeof witnesses === 'string') throw new Error(witnesses);
  return witnesses;
}
