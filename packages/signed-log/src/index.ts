export {
  bundleEnd,
  bundleHead,
  consistencyLine,
  eventLine,
  goneLine,
  leavesOfTile,
  noteLine,
  skipLine,
  tileLine,
  type Witnessed,
} from './bundle-lines.ts';
export { checkpointBody, checkpointEntry, parseCheckpoint, parseCheckpointEntry, type TreeHead } from './checkpoint.ts';
export { commitmentOf, eventEntry } from './entries.ts';
export { eventText, type LoggedEvent } from './event-text.ts';
export { bytesOf, emptyRoot, hashesOf, hashFromBase64, leafHash, nodeHash, type Hash, type Sha256 } from './hash.ts';
export { noteEntry, type LogNote } from './notes.ts';
export {
  checkConsistency,
  checkInclusion,
  consistencyPlan,
  inclusionPlan,
  proofHashes,
  subtreeCover,
  type Subtree,
} from './proofs.ts';
export {
  cosignatureLine,
  parseNote,
  parseVkey,
  signatureKinds,
  signersOf,
  signNote,
  vkeyOf,
  type NoteKey,
  type NoteSigner,
} from './signed-note.ts';
export { entryTile, hasTile, parseTile, tileWidth } from './tiles.ts';
export { parseTlogProof, tlogProof } from './tlog-proof.ts';
export { TreeEdge } from './tree-edge.ts';
export { checkpointsIn } from './verify/checkpoints-in.ts';
export { parsePolicy, type Policy, type PolicyWitness } from './verify/policy.ts';
export { verdictWords } from './verify/verdict-words.ts';
export { verifyBundle } from './verify/verify-bundle.ts';
export type { VerifyOptions } from './verify/options.ts';
export { NotReadable, type Verdict } from './verify/verdict.ts';
export { addCheckpointBody, judgeStep, parseAddCheckpoint } from './witness.ts';
