import { verifyBundle, type Verdict, type VerifyOptions } from '../src/index.ts';
import { runningSha256, sha256, verifySignature } from '../src/node.ts';
import { MadeLog, siteIdOf, timeAt, type EventLeaf } from '../src/testing/log-maker.ts';

/** The clock of the tests: after everything that the made logs hold. */
const nowMs = Date.parse('2028-01-01T00:00:00.000Z');

/** Verifies a bundle that comes in parts of the given size, in bytes. */
export function verify(
  bundle: string | Uint8Array,
  options: Partial<VerifyOptions> = {},
  partBytes = 65_536,
): Promise<Verdict> {
  return verifyBundle(inParts(Buffer.from(bundle), partBytes), {
    crypto: { sha256, runningSha256, verifySignature },
    nowMs,
    ...options,
  });
}

async function* inParts(whole: Uint8Array, bytes: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < whole.length; at += bytes) yield whole.subarray(at, at + bytes);
}

/** The sentence of the fault, and undefined where a bundle verifies. */
export const sentenceOf = async (bundle: string | Uint8Array, options?: Partial<VerifyOptions>): Promise<string> =>
  (await verify(bundle, options)).fault?.sentence ?? 'verified';

/** The sites of `twoSites`. */
export const [a, b] = [siteIdOf(1), siteIdOf(2)];

/** A log of two sites that take turns at one event a day; events are purged after 30 days. */
export function twoSites(events = 20): MadeLog {
  const log = new MadeLog();
  for (const site_id of [a, b])
    log.note({ kind: 'site.begin', at: timeAt(0), site_id, retention_days: 30, by: 'account_key' });
  for (let at = 0; at < events; at++) log.store(at % 2 === 0 ? a : b, at);
  return log;
}

export function eventAt(log: MadeLog, index: number): EventLeaf {
  const leaf = log.leaves[index];
  if (leaf?.kind !== 'event') throw new Error(`leaf ${index} is no event`);
  return leaf;
}

/** Changes the lines of a bundle, and makes the sum of the last line right again. */
export function changeLines(bundle: string, change: (lines: string[]) => void): string {
  const lines = bundle.trimEnd().split('\n');
  const end = lines.pop() ?? '';
  change(lines);
  const text = `${lines.join('\n')}\n`;
  const running = runningSha256();
  running.update(Buffer.from(text));
  const sum = `"lines":${lines.length},"sha256":"${running.hexSoFar()}"`;
  return `${text}${end.replace(/"lines":.*"sha256":"[0-9a-f]+"/, sum)}\n`;
}
