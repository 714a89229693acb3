import type { AppRouter } from '@goal/client/trpc';
import { bidiIsolate } from '@goal/ui/lib/bidi-isolate.ts';
import { failureOf } from '@goal/ui/lib/errors.ts';
import { countOf } from '@goal/ui/lib/numbers.ts';
import type { TRPCClient } from '@trpc/client';

import { type Filters, withValue } from './filters.ts';
import type { Named, Typed } from './typed-words.ts';

/** One of several that a typed name may stand for. */
export type Choice = Named & { id: string; label: string };
/** Why a typed name stands for nothing yet, and what it may stand for. */
export type Problem = { problem: string; choices: readonly Choice[] };
type Found = { filters: Filters; wrong: Typed['wrong'] } | Problem;

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
      const [match, ...others] = await find(client, { name, text });
      if (match === undefined) missing.push({ name, value: text });
      else if (others.length === 0) all = withValue(all, name, match.id);
      else return severalMatch({ name, text }, [match, ...others]);
    } catch (error) {
      const problem = `${name}: «${bidiIsolate(text)}» could not be looked up. ${failureOf(error).sentence}`;
      return { problem, choices: [] };
    }
  }
  return { filters: all, wrong: missing };
}

type Match = { id: string; names: string[]; sites?: number };

async function find({ dashboard }: TRPCClient<AppRouter>, { name, text }: Named): Promise<Match[]> {
  const found: Match[] =
    name === 'site'
      ? (await dashboard.sites.list.query({ q: text, limit: 20 })).sites.map((site) => ({
          id: site.id,
          names: [site.domain, ...(site.name === null ? [] : [site.name])],
        }))
      : (await dashboard.groups.names.query({ q: text })).groups.map((group) => ({
          id: group.id,
          names: [group.name],
          sites: group.site_count,
        }));
  const asked = text.toLowerCase();
  const isNamed = (judge: (own: string) => boolean) => (one: Match) =>
    one.names.some((own) => judge(own.toLowerCase()));
  const exact = found.filter(isNamed((own) => own === asked));
  return exact.length > 0 ? exact : found.filter(isNamed((own) => own.includes(asked)));
}

/** How many are offered of those whose names differ: more of a name leaves fewer. */
const mostChoices = 6;

/** Offers those that match; all of them if all have one name. */
function severalMatch({ name, text }: Named, matches: readonly Match[]): Problem {
  const { size } = new Set(matches.map(({ names: [first = ''] }) => first.toLowerCase()));
  const offered = matches.slice(0, size === 1 ? matches.length : mostChoices);
  const choices = offered.map(({ id, names, sites }) => {
    const known = names.map((one) => bidiIsolate(one)).join(' · ');
    return { name, text, id, label: sites === undefined ? known : `${known} (${countOf(sites, 'site')})` };
  });
  const rest = matches.length > offered.length ? ', or type more of its name' : '';
  return { problem: `Several ${name}s match «${bidiIsolate(text)}». Choose one${rest}:`, choices };
}
