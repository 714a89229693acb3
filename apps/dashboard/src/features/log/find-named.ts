import type { AppRouter } from '@goal/client/trpc';
import type { TRPCClient } from '@trpc/client';

import { type Filters, withValue } from './filters.ts';
import type { Named, Typed } from './typed-words.ts';

/**
 * Finds the sites and groups that were typed by name: the one of exactly this name, or the only one
 * that has it as a part. What was not found is wrong.
 */
export async function findNamed(
  client: TRPCClient<AppRouter>,
  { filters, named, wrong }: Typed,
): Promise<{ filters: Filters; wrong: Typed['wrong'] }> {
  let all = filters;
  const missing = [...wrong];
  for (const { name, text } of named) {
    const id = await find(client, { name, text }).catch(() => undefined);
    if (id === undefined) missing.push({ name, value: text });
    else all = withValue(all, name, id);
  }
  return { filters: all, wrong: missing };
}

async function find(client: TRPCClient<AppRouter>, { name, text }: Named): Promise<string | undefined> {
  const found =
    name === 'site'
      ? (await client.dashboard.sites.list.query({ q: text, limit: 20 })).sites.map((site) => ({
          id: site.id,
          names: [site.domain, site.name],
        }))
      : (await client.dashboard.groups.names.query({ q: text })).groups.map((group) => ({
          id: group.id,
          names: [group.name],
        }));
  const asked = text.toLowerCase();
  const names = ({ names: all }: (typeof found)[number]): string[] => all.flatMap((one) => one?.toLowerCase() ?? []);
  const exact = found.find((one) => names(one).includes(asked));
  const partly = found.filter((one) => names(one).some((own) => own.includes(asked)));
  return (exact ?? (partly.length === 1 ? partly[0] : undefined))?.id;
}
