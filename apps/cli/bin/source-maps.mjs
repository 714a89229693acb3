import { decode, encode } from '@jridgewell/sourcemap-codec';

/**
 * Returns a source map that leads to our own sources alone and holds no source text. Node keeps the
 * maps of a running program in memory, and reads a source from its file when it shows a line of it.
 * Code of libraries is four fifths of a map, and is named by its place in the packed file instead.
 *
 * @param {import('node:module').SourceMapPayload} map
 * @returns {Omit<import('node:module').SourceMapPayload, 'sourcesContent'>}
 */
export function ownSourceMap({ sourcesContent: _, ...map }) {
  const isOwn = map.sources.map((source) => !source.includes('node_modules/'));
  let wasOwn = true;
  const kept = (place) => {
    const owns = place.length > 1 && isOwn[place[1]];
    // One mark without a source ends what came before.
    const shown = owns ? [place] : wasOwn ? [[place[0]]] : [];
    wasOwn = owns;
    return shown;
  };
  return { ...map, mappings: encode(decode(map.mappings).map((line) => line.flatMap(kept))) };
}
