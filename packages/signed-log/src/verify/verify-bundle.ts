import { BundleVerifier } from './bundle-verifier.ts';
import { LineReader } from './line-reader.ts';
import type { VerifyOptions } from './options.ts';
import { BundleFault, NotReadable, type Fault, type Verdict } from './verdict.ts';

/**
 * Verifies a bundle in one pass: the tree, the numbers of each site, the notes and their rules, the
 * signatures, and the older checkpoints that are given. Memory does not grow with the file, but for
 * a bit an event of a site whose events are gone. It ends at the first fault.
 *
 * Throws `NotReadable` for a file that is no bundle, and for a key, checkpoint or policy that is
 * none. Everything else that is wrong is a fault of the verdict.
 */
export async function verifyBundle(chunks: AsyncIterable<Uint8Array>, options: VerifyOptions): Promise<Verdict> {
  const verifier = new BundleVerifier(options);
  const reader = new LineReader(options.crypto.runningSha256());
  const onLine = (line: Uint8Array): Promise<void> | undefined => verifier.read(line, reader);
  let bytes = 0;
  try {
    for await (const chunk of chunks) {
      await reader.read(chunk, onLine);
      bytes += chunk.length;
      options.onProgress?.(bytes);
    }
    if (!verifier.hasBegun) throw new NotReadable('the file has no line of a bundle');
    if (reader.hasRest) throw new BundleFault('the last line has no end: the file is cut off');
    verifier.endFile();
    return verifier.verdict(reader.linesBefore, null);
  } catch (error) {
    if (!(error instanceof BundleFault)) throw error;
    return verifier.verdict(reader.linesBefore, faultOf(error, verifier, reader));
  }
}

function faultOf(error: BundleFault, verifier: BundleVerifier, reader: LineReader): Fault {
  return verifier.isAtEnd
    ? { index: error.index ?? null, line: null, sentence: error.message }
    : { index: error.index ?? verifier.size, line: reader.linesBefore + 1, sentence: error.message };
}
