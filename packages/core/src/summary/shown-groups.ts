import type { MemberSummaryGroup } from '@goal/contract';
import { rows } from '@goal/db';

import type { Core } from '../core.ts';
import type { Db } from '../ground/db.ts';
import { severityName } from '../event/event.ts';
import { namedCode } from '../event/read/event-codes.ts';
import type { SiteNames } from '../event/read/remembered-site-names.ts';
import type { GroupKey } from './spans.ts';
import { usernames } from './statements.ts';
import type { Group } from './tally.ts';

/** The names of sites that still exist, by row id. */
export type NamesOf = (sites: number[]) => Promise<Map<number, SiteNames>>;

/** The groups with the words behind the dictionary's numbers, where they are counted by words. */
export async function withWords(
  { events: { dictionary } }: Core,
  account: number,
  groups: Group[],
  by: readonly GroupKey[],
): Promise<Group[]> {
  if (!by.includes('object') && !by.includes('event_type')) return groups;
  const objects = await dictionary.words(
    account,
    'object',
    groups.map(({ object }) => object.ref),
  );
  const types = await dictionary.words(
    account,
    'eventType',
    groups.map(({ eventType }) => eventType.ref),
  );
  return groups.map((group) => ({
    ...group,
    object: { ...group.object, text: group.object.text ?? objects(group.object.ref) },
    eventType: { ...group.eventType, text: group.eventType.text ?? types(group.eventType.ref) },
  }));
}

/** The groups on the wire. Those of a site that was deleted meanwhile are left out. */
export async function shownGroups(
  core: Db,
  account: number,
  groups: Group[],
  by: readonly GroupKey[],
  namesOf: NamesOf,
): Promise<MemberSummaryGroup[]> {
  const named = by.includes('user') || by.includes('site');
  const sites = named
    ? await namesOf([...new Set(groups.flatMap(({ site }) => site ?? []))])
    : new Map<number, SiteNames>();
  const names = by.includes('user')
    ? await rows<[id: number, username: string]>(core.db.pages, {
        ...usernames,
        values: [account, groups.map(({ newest }) => newest)],
      })
    : [];
  const nameOf = new Map(names);
  return groups.flatMap((group) => {
    const site = group.site === null ? undefined : sites.get(group.site);
    if (named && site === undefined) return [];
    const part: Record<GroupKey, () => Partial<MemberSummaryGroup>> = {
      bucket: () => ({ bucket: group.time }),
      day: () => ({ day: group.time.slice(0, 10) }),
      hour: () => ({ hour: group.time }),
      severity: () => ({ severity: severityName(group.severity ?? 0) }),
      code: () => namedCode(group.code ?? 0),
      object: () => ({ object: group.object.text ?? '' }),
      event_type: () => ({ event_type: group.eventType.text ?? '' }),
      user: () => ({
        user_id: group.userId ?? 0,
        username: nameOf.get(group.newest) ?? '',
        ...(site && { site_id: site.site_id }),
      }),
      site: () => ({ ...site }),
    };
    return [{ ...Object.assign({}, ...by.map((key) => part[key]())), events: group.events }];
  });
}
