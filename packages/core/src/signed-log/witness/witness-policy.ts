import { readFileSync } from 'node:fs';

import {
  NotReadable,
  parsePolicy,
  signatureKinds,
  vkeyOf,
  type NoteKey,
  type Policy,
  type PolicyWitness,
} from '@goal/signed-log';
import { sha256 } from '@goal/signed-log/node';

/** The policy of LOG_WITNESSES: each witness has an address. */
export type Witnesses = Omit<Policy, 'witnesses'> & { witnesses: readonly (PolicyWitness & { url: string })[] };

/** The key of a witness, as its policy writes it. */
export const vkeyOfWitness = ({ name, publicKey }: NoteKey): string =>
  vkeyOf(sha256, { name, publicKey, kind: signatureKinds.cosignature });

/** Witnesses that one round asks at most; the standard wants as many. */
const witnessesMax = 32;

/**
 * Reads LOG_WITNESSES, a file in the form of c2sp.org/tlog-policy. Returns a sentence where it is
 * none that can be worked with.
 */
export function readWitnesses(file: string): Witnesses | string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    return `it must name a file that can be read (${error instanceof Error && 'code' in error ? String(error.code) : 'no file'})`;
  }
  try {
    return judge(parsePolicy(sha256, text));
  } catch (error) {
    if (error instanceof NotReadable) return error.message;
    throw error;
  }
}

function judge(policy: Policy): Witnesses | string {
  const { witnesses } = policy;
  if (witnesses.length === 0) return 'the policy names no witness';
  if (witnesses.length > witnessesMax) return `the policy names more than ${witnessesMax} witnesses`;
  const stranger = witnesses.find((one) => !isAddressed(one));
  if (stranger !== undefined)
    return `the witness ${stranger.name} has no http or https address behind its key, as goal witness prints it`;
  return { ...policy, witnesses: witnesses.filter(isAddressed) };
}

const isAddressed = (witness: PolicyWitness): witness is PolicyWitness & { url: string } =>
  witness.url !== undefined && isWitnessUrl(witness.url);

/** Whether a text is an address at which a witness can be asked. */
export const isWitnessUrl = (text: string): boolean => /^https?:\/\/[^?#@\s]+$/.test(text) && URL.canParse(text);
