import type { AppRouter } from '@goal/client/trpc';
import { bidiIsolate } from '@goal/ui/lib/bidi-isolate.ts';
import { failureOf } from '@goal/ui/lib/errors.ts';
import { countOf } from '@goal/ui/lib/numbers.ts';
import type { TRPCClient } from '@trpc/client';

import { type Filters, withValue } from './filters.ts';
import type { Named, Typed } from './typed-words.ts';

/** What the typed names stand for, or a sentence about why one of them stands for nothing yet. */
type Found = { filters: Filters; wrong: Typed['wrong'] } | { problem: string };

/**
 * Finds the sites and groups that were typed by name: the one of exactly this name, or the only one
 * that has it as a part. What was not found is wrong. A name that several have, and one that could
 * not be looked up, are a problem, and nothing is found.
 */
export async function findNamed(client: TRPCClient<AppRouter>, { filters, named, wrong }: Typed): Promise<Found> {
  let all = filters;
  const missing = [...wrong];
  for (const { name, text } of named) {
    try {
      const [match, ...others] = await find(client, { name, text });
      if (match === undefined) missing.push({ name, value: text });
      else if (others.length === 0) all = withValue(all, name, match.id);
      else return { problem: severalSentence({ name, text }, [match, ...others]) };
    } catch (error) {
      return { problem: `${name}: «${bidiIsolate(text)}» could not be looked up. ${failureOf(error).sentence}` };
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

/** Names a few of those that match, by their ids where two have one name; all if all have one. */
function severalSentence({ name, text }: Named, matches: readonly Match[]): string {
  const { size } = new Set(matches.map(({ names: [first = ''] }) => first.toLowerCase()));
  const areDistinct = size === matches.length;
  const some = matches.slice(0, size === 1 ? matches.length : 3).map(({ id, names: [first = ''], sites }) => {
    const own = `«${bidiIsolate(first)}»`;
    return areDistinct ? own : `${own}${sites === undefined ? '' : ` (${countOf(sites, 'site')})`} is ${name}:${id}`;
  });
  const rest = matches.length > some.length ? ' and others' : '';
  const end = areDistinct ? 'one of them whole' : 'one of these ids';
  return `Several ${name}s match «${bidiIsolate(text)}»: ${some.join(', ')}${rest}. Type ${end}.`;
}
