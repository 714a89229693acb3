import { hashFromBase64, latin1Text, type Hash } from './hash.ts';

/** A proof that one entry is in a log, as one file (c2sp.org/tlog-proof@v1). */
export interface TlogProof {
  index: number;
  /** From the sibling of the leaf up to the child of the root. */
  hashes: readonly Hash[];
  /** A signed note of the tree. */
  checkpoint: string;
  /** An addition of the application; nothing signs it. */
  extra?: Uint8Array | undefined;
}

const head = 'c2sp.org/tlog-proof@v1';

export function tlogProof({ index, hashes, checkpoint, extra }: TlogProof): string {
  const extraLine = extra === undefined ? [] : [`extra ${btoa(latin1Text(extra))}`];
  return [head, ...extraLine, `index ${index}`, ...hashes.map((hash) => btoa(hash)), '', checkpoint].join('\n');
}

/** Reads what `tlogProof` writes; undefined for anything else. It verifies nothing. */
export function parseTlogProof(text: string): TlogProof | undefined {
  const form = /^c2sp\.org\/tlog-proof@v1\n(?:extra ([A-Za-z0-9+/=]*)\n)?index (0|[1-9][0-9]{0,15})\n((?:[^\n]+\n)*)\n/;
  const [whole, extra, digits, lines] = form.exec(text) ?? [];
  if (whole === undefined || lines === undefined) return undefined;
  const hashes = lines
    .split('\n')
    .slice(0, -1)
    .map((line) => hashFromBase64(line));
  if (!hashes.every((one) => one !== undefined)) return undefined;
  const checkpoint = text.slice(whole.length);
  return {
    index: Number(digits),
    hashes,
    checkpoint,
    ...(extra === undefined ? {} : { extra: Uint8Array.from(atob(extra), (one) => one.charCodeAt(0)) }),
  };
}
