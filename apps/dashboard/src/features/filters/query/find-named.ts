import type { AppRouter } from '@goal/client/trpc';
import { bidiIsolate } from '@goal/ui/lib/bidi-isolate.ts';
import { failureOf } from '@goal/ui/lib/errors.ts';
import { countOf } from '@goal/ui/lib/numbers.ts';
import type { TRPCClient } from '@trpc/client';

import { type Filters, withValue } from './filters.ts';
import type { Named, Typed } from './typed-words.ts';

export type Choice = Named & { id: string; label: string };
/** Why a typed name stands for nothing yet, and what it may stand for. */
export type Problem = { problem: string; choices: readonly Choice[] };
export type Found = { filters: Filters; wrong: Typed['wrong'] } | Problem;

/**
 * Finds the sites and groups that were typed by name: the one that was chosen before, the one of
 * exactly this name, or the only one that has it as a part. What was not found is wrong. A name
 * that several have, and one that could not be looked up, are a problem, and nothing is found.
 */
export async function findNamed(
  client: TRPCClient<AppRouter>,
  { filters, named, wrong }: Typed,
  chosen: readonly Choice[] = [],
): Promise<Found> {
  let all = filters;
  const missing = [...wrong];
  for (const { name, text } of named) {
    const own = chosen.find((one) => one.name === name && one.text === text);
    if (own !== undefined) {
      all = withValue(all, name, own.id);
      continue;
    }
    try {
      const { matches, hasMore } = await find(client, { name, text });
      const [match, ...others] = matches;
      if (match === undefined) missing.push({ name, value: text });
      else if (others.length === 0) all = withValue(all, name, match.id);
      else return severalMatch({ name, text }, matches, hasMore);
    } catch (error) {
      const problem = `${name}: «${bidiIsolate(text)}» could not be looked up. ${failureOf(error).sentence}`;
      return { problem, choices: [] };
    }
  }
  return { filters: all, wrong: missing };
}

/** One that matches, and by which of its names. */
type Match = { id: string; names: string[]; matched: string; sites?: number };
/** Those that match, and whether the service may have more of them than it was asked for. */
type Matches = { matches: Match[]; hasMore: boolean };

/** How many the service is asked for, and how many of one name are offered. */
const mostMatches = 20;

async function find({ dashboard }: TRPCClient<AppRouter>, { name, text }: Named): Promise<Matches> {
  const asked = text.toLowerCase();
  const matching = (found: readonly Omit<Match, 'matched'>[], judge: (own: string) => boolean): Match[] =>
    found.flatMap((one) => {
      const matched = one.names.find((own) => judge(own.toLowerCase()));
      return matched === undefined ? [] : [{ ...one, matched }];
    });
  const best = (found: readonly Omit<Match, 'matched'>[]): Match[] => {
    const exact = matching(found, (own) => own === asked);
    return exact.length > 0 ? exact : matching(found, (own) => own.includes(asked));
  };
  if (name === 'site') {
    const { sites, next_cursor: next } = await dashboard.sites.list.query({ q: text, limit: mostMatches });
    const found = sites.map((site) => ({
      id: site.id,
      names: [site.domain, ...(site.name === null ? [] : [site.name])],
    }));
    return { matches: best(found), hasMore: next !== '' };
  }
  const { groups, more } = await dashboard.groups.names.query({ q: text });
  const found = groups.map((group) => ({ id: group.id, names: [group.name], sites: group.site_count }));
  return { matches: best(found), hasMore: more > 0 };
}

/** At most this many matches with different names are offered; a longer text matches fewer. */
const mostChoices = 6;

/** Offers those that match: of one name all of them, which a longer text cannot tell apart. */
function severalMatch({ name, text }: Named, matches: readonly Match[], hasMore: boolean): Problem {
  const hasOneName = new Set(matches.map(({ matched }) => matched.toLowerCase())).size === 1;
  const offered = matches.slice(0, hasOneName ? mostMatches : mostChoices);
  const choices = offered.map(({ id, names, sites }) => {
    const known = names.map((one) => bidiIsolate(one)).join(' · ');
    return { name, text, id, label: sites === undefined ? known : `${known} (${countOf(sites, 'site')})` };
  });
  const other = hasOneName ? `type its ${name === 'site' ? 'domain' : 'id'}` : 'type more of its name';
  const rest = hasMore || matches.length > offered.length ? `, or ${other}` : '';
  return { problem: `Several ${name}s match «${bidiIsolate(text)}». Choose one${rest}:`, choices };
}
