import { DomainError, type TilePath } from '@goal/contract';
import type { Queryable } from '@goal/db';
import { bytesOf, entryTile, hasTile, parseTile, tileWidth } from '@goal/signed-log';

import type { Core } from '../../core.ts';
import { headOf } from './get-log.ts';
import { nodesOfLog } from '../entries/log-nodes.ts';
import { someSitesOfLog } from '../entries/log-sites.ts';
import { levelsOfTile } from '../entries/log-writer.ts';
import { entryText, readRowsBetween, type LogOf } from '../entries/read-entries.ts';

/**
 * GET /account/log/tile/{level}/{index}: hashes of the newest log, or its entries, as a tile of
 * c2sp.org/tlog-tiles (rulings §16.16). Throws `not_found` for a name that is none and for a tile
 * beyond the size that is signed, and `not_sealed`.
 */
export async function getTile(core: Core, account: { rowId: number }, { level, index }: TilePath): Promise<Buffer> {
  const tile = parseTile(level, index);
  if (tile === undefined) throw new DomainError('not_found');
  const head = await headOf(core, account);
  if (!hasTile(head.size, tile)) throw new DomainError('not_found');
  const { pages } = core.db;
  const of = { account: account.rowId, log: head.log };
  const from = tile.index * tileWidth;
  if (tile.level === 'entries')
    return Buffer.from(entryTile(await entriesBetween(pages, of, { from, to: from + tile.width })));
  const treeLevel = tile.level * levelsOfTile;
  const wanted = Array.from({ length: tile.width }, (_, at) => ({ level: treeLevel, index: from + at }));
  const hashOf = await nodesOfLog(pages, of, wanted);
  return Buffer.from(bytesOf(wanted.map(hashOf)));
}

/** The entries of these leaves, as they are hashed. */
async function entriesBetween(on: Queryable, of: LogOf, { from, to }: { from: number; to: number }): Promise<string[]> {
  const found = await readRowsBetween(on, of, { from, to });
  // The last row may go on behind `to`.
  const entries = found.flatMap(({ entries: some }) => some).slice(0, to - from);
  if (entries.length < to - from) throw new Error(`a log lacks entries from ${from} on`);
  const sites = await someSitesOfLog(
    on,
    of.account,
    entries.flatMap((entry) => (entry.kind === 'event' ? [entry.site] : [])),
  );
  return entries.map((entry) => entryText(entry, (site) => sites.get(site)?.id ?? ''));
}
