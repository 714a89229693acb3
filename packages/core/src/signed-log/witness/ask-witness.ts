import { addCheckpointBody, parseNote, signersOf, type Hash, type PolicyWitness } from '@goal/signed-log';
import { sha256, verifySignature } from '@goal/signed-log/node';

/** What a witness is asked for: a checkpoint, and the proof that leads to it from any size. */
export type WitnessResult = { size: number; checkpoint: string; proofFrom: (size: number) => Promise<readonly Hash[]> };

/** `signal` ends the asking, and so does each answer that takes longer than `answerMs`. */
export type Limits = { signal: AbortSignal; answerMs?: number };

/** The line of a cosignature that was verified, or why there is none. */
export type Cosigned = { line: string } | { failure: string };

/** A witness answers within this time, in ms, or is asked again in the next round. */
const usualAnswerMs = 10_000;
/** A hundred cosignatures have less. */
const answerMaxBytes = 65_536;

/**
 * Asks a witness to cosign a checkpoint (c2sp.org/tlog-witness, add-checkpoint), which is said to
 * know the log up to `known`. One that knows another size is asked once more from there. Throws
 * nothing that the witness causes.
 */
export async function askWitness(
  witness: PolicyWitness & { url: string },
  known: number,
  asked: WitnessResult,
  limits: Limits,
): Promise<Cosigned> {
  const { size, checkpoint, proofFrom } = asked;
  const ask = async (from: number): Promise<WitnessAnswer> =>
    post(witness.url, addCheckpointBody(from, await proofFrom(from), checkpoint), limits);
  let answer = await ask(Math.min(known, size));
  const [, digits] = /^(0|[1-9][0-9]{0,15})\n$/.exec(answer.status === 409 ? answer.text : '') ?? [];
  if (digits !== undefined) {
    const has = Number(digits);
    if (has > size)
      return { failure: `it has cosigned ${has} entries of a log that has ${size} here: see goal log renew` };
    answer = await ask(has);
  }
  if (answer.status === 0) return { failure: answer.text };
  if (answer.status !== 200) return { failure: whyOf(answer.status) };
  const line = await lineOf(witness, checkpoint, answer.text);
  return line === undefined ? { failure: 'it answered without a cosignature of its key' } : { line };
}

/** What answers mean that a witness gives to this log alone. */
function whyOf(status: number): string {
  if (status === 404) return 'it does not know this log: give it the key that goal log status prints';
  if (status === 403) return 'it knows another key of this log: give it the one that goal log status prints';
  if (status === 409 || status === 422) return `it has seen ANOTHER HISTORY of this log (it answered ${status})`;
  return `it answered ${status}`;
}

/** `status` 0: there was no answer, and `text` is why. */
type WitnessAnswer = { status: number; text: string };

async function post(url: string, body: string, { signal, answerMs = usualAnswerMs }: Limits): Promise<WitnessAnswer> {
  const ending = new AbortController();
  const end = (): void => ending.abort();
  // Node 20 may forget an AbortSignal.timeout that only an AbortSignal.any waits for.
  const timer = setTimeout(end, answerMs);
  signal.addEventListener('abort', end, { once: true });
  try {
    const address = `${url.replace(/\/$/, '')}/add-checkpoint`;
    const response = await fetch(address, { method: 'POST', body, redirect: 'error', signal: ending.signal });
    return { status: response.status, text: await textOf(response) };
  } catch (error) {
    return {
      status: 0,
      text: ending.signal.aborted ? 'it did not answer in time' : `it cannot be reached (${causeOf(error)})`,
    };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
  }
}

async function textOf({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // The bytes of an answer of fetch.
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > answerMaxBytes) throw new Error('too long an answer');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function causeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message;
}

/** The first line that is a right cosignature of the witness; others are none of our business. */
async function lineOf(witness: PolicyWitness, checkpoint: string, text: string): Promise<string | undefined> {
  for (const line of text.split('\n')) {
    const note = line.startsWith(`— ${witness.name} `) ? parseNote(`${checkpoint}${line}\n`) : undefined;
    if (note === undefined) continue;
    if ((await signersOf({ sha256, verifySignature }, note, [witness])).length === 1) return `${line}\n`;
  }
  return undefined;
}
