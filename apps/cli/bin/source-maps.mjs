const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const valueOf = new Map([...digits].map((digit, value) => [digit, value]));

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
  // Positions are stored as differences: to the last kept one, and to the last one at all.
  const read = [0, 0, 0, 0];
  const written = [0, 0, 0, 0];
  let wasOwn = true;
  const lineOf = (line) => {
    const kept = [];
    let [column, lastColumn] = [0, 0];
    for (const [step, ...differences] of line.split(',').filter(Boolean).map(decoded)) {
      column += step;
      differences.forEach((difference, at) => (read[at] += difference));
      const owns = differences.length > 0 && isOwn[read[0]];
      // One mark without a source ends what came before.
      if (!owns && !wasOwn) continue;
      kept.push(encoded([column - lastColumn, ...(owns ? differences.map((_, at) => read[at] - written[at]) : [])]));
      if (owns) differences.forEach((_, at) => (written[at] = read[at]));
      [lastColumn, wasOwn] = [column, owns];
    }
    return kept.join(',');
  };
  return { ...map, mappings: map.mappings.split(';').map(lineOf).join(';') };
}

/** The numbers of one segment: five bits a digit, the lowest first, the sign in the last bit. */
function decoded(segment) {
  const numbers = [];
  let [number, shift] = [0, 0];
  for (const digit of segment) {
    const value = valueOf.get(digit);
    number |= (value & 31) << shift;
    shift += 5;
    if (value & 32) continue;
    numbers.push(number & 1 ? -(number >>> 1) : number >>> 1);
    [number, shift] = [0, 0];
  }
  return numbers;
}

function encoded(numbers) {
  let segment = '';
  for (const number of numbers) {
    let rest = number < 0 ? (-number << 1) | 1 : number << 1;
    do {
      segment += digits[(rest & 31) | (rest > 31 ? 32 : 0)];
      rest >>>= 5;
    } while (rest > 0);
  }
  return segment;
}
