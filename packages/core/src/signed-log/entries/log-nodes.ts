import { rows, type Queryable } from '@goal/db';
import { hashesOf, leafHash, nodeHash, type Hash, type Subtree } from '@goal/signed-log';
import { sha256 } from '@goal/signed-log/node';

import { entriesOfRow } from './entry-rows.ts';
import { someSitesOfLog } from './log-sites.ts';
import { hashesOfPart, levelOfRow, levelsOfTile } from './log-writer.ts';
import { entryText, readRows, type LogOf } from './read-entries.ts';

/**
 * The hashes of perfect subtrees of a log, as a function of them. They lie within a size that was
 * signed. Small ones are hashed from their entries, larger ones from what is stored of them.
 */
export async function nodesOfLog(
  on: Queryable,
  of: LogOf,
  wanted: readonly Subtree[],
): Promise<(subtree: Subtree) => Hash> {
  const leaves = await leavesOf(on, of, wanted);
  const roots = await rootsOf(on, of, wanted);
  const tiles = await tilesOf(on, of, wanted);
  return ({ level, index }) => {
    const base = level < levelOfRow ? 0 : level < levelsOfTile ? levelOfRow : level - (level % levelsOfTile);
    const width = 2 ** (level - base);
    const known = base === 0 ? leaves : base === levelOfRow ? roots : (tiles.get(base / levelsOfTile) ?? new Map());
    const parts = Array.from({ length: width }, (_, at) => known.get(index * width + at) ?? missing(base, index));
    return fold(parts);
  };
}

function fold(hashes: readonly Hash[]): Hash {
  let level = hashes;
  while (level.length > 1)
    level = Array.from({ length: level.length / 2 }, (_, at) =>
      nodeHash(sha256, level[2 * at] ?? '', level[2 * at + 1] ?? ''),
    );
  return level[0] ?? '';
}

function missing(level: number, index: number): never {
  throw new Error(`a log lacks the hash ${index} of level ${level}`);
}

type Hashes = Map<number, Hash>;

/** The leaves of the rows of entries in which these small subtrees lie, by their places. */
async function leavesOf(on: Queryable, of: LogOf, wanted: readonly Subtree[]): Promise<Hashes> {
  const small = wanted.filter(({ level }) => level < levelOfRow);
  const firsts = new Set(
    small.map(({ level, index }) => entriesOfRow * Math.floor((index * 2 ** level) / entriesOfRow)),
  );
  const found = await readRows(on, of, [...firsts]);
  const entries = found.flatMap(({ entries: some }) => some);
  const sites = await someSitesOfLog(
    on,
    of.account,
    entries.flatMap((entry) => (entry.kind === 'event' ? [entry.site] : [])),
  );
  const leaves: Hashes = new Map();
  for (const { first, entries: some } of found)
    for (const [at, entry] of some.entries())
      leaves.set(
        first + at,
        leafHash(
          sha256,
          entryText(entry, (site) => sites.get(site)?.id ?? ''),
        ),
      );
  return leaves;
}

export const readingRoots = {
  name: 'roots of rows of a log',
  text: `select e.* from unnest($3::bigint[]) q(first) cross join lateral (
      select first, encode(root, 'base64') from log_entries where account = $1::int and log = $2::int and first = q.first limit 1) e
    where e.encode is not null`,
};

/** The roots of the full rows of entries that make these subtrees. */
async function rootsOf(on: Queryable, { account, log }: LogOf, wanted: readonly Subtree[]): Promise<Hashes> {
  const firsts = wanted
    .filter(({ level }) => level >= levelOfRow && level < levelsOfTile)
    .flatMap(({ level, index }) => {
      const width = 2 ** (level - levelOfRow);
      return Array.from({ length: width }, (_, at) => (index * width + at) * entriesOfRow);
    });
  if (firsts.length === 0) return new Map();
  const found = await rows<[first: number, root: string]>(on, { ...readingRoots, values: [account, log, firsts] });
  return new Map(found.map(([first, root]) => [first / entriesOfRow, hashOf(root)]));
}

export const readingTiles = {
  name: 'tiles of a log',
  text: `select t.* from unnest($3::smallint[], $4::bigint[]) q(level, part) cross join lateral (
      select level, part, encode(hashes, 'base64') from log_tile
      where account = $1::int and log = $2::int and level = q.level and part = q.part limit 1) t`,
};

/** The hashes of the tiles that make these subtrees, by level. */
async function tilesOf(
  on: Queryable,
  { account, log }: LogOf,
  wanted: readonly Subtree[],
): Promise<Map<number, Hashes>> {
  const parts = new Map<string, [level: number, part: number]>();
  for (const { level, index } of wanted) {
    if (level < levelsOfTile) continue;
    const tile = Math.floor(level / levelsOfTile);
    const width = 2 ** (level % levelsOfTile);
    const [from, to] = [index * width, (index + 1) * width - 1];
    for (let part = Math.floor(from / hashesOfPart); part <= Math.floor(to / hashesOfPart); part += 1)
      parts.set(`${tile} ${part}`, [tile, part]);
  }
  const all = [...parts.values()];
  if (all.length === 0) return new Map();
  const values = [account, log, all.map(([level]) => level), all.map(([, part]) => part)];
  const tiles = new Map<number, Hashes>();
  for (const [level, part, bytes] of await rows<[number, number, string]>(on, { ...readingTiles, values })) {
    const known = tiles.get(level) ?? new Map();
    tiles.set(level, known);
    for (const [at, hash] of hashesOf(Buffer.from(bytes, 'base64')).entries())
      known.set(part * hashesOfPart + at, hash);
  }
  return tiles;
}

const hashOf = (base64: string): Hash => Buffer.from(base64, 'base64').toString('latin1');
