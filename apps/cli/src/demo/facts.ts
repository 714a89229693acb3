import type { Random } from './random.ts';
import { pages, words, type DemoSite } from './story.ts';

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** A site on a UTC day (days since 1970), and the draws that decide what happens on it. */
export type Scene = { site: DemoSite; day: number; random: Random };

/** The values that fill the placeholders of messages. */
export type Facts = Readonly<Record<string, string>>;

/** Every plugin gets one update in each cycle of four weeks. */
export function versions(plugin: number, cycle: number): { former: string; version: string } {
  const of = (number: number): string => `${2 + (plugin % 4)}.${number % 100}.${plugin % 3}`;
  return { former: of(cycle - 1), version: of(cycle) };
}

/** An IP address from the ranges reserved for documentation (RFC 5737). */
export const strangerAddress = (random: Random): string => `${random.pick(words.networks)}.${random.int(2, 254)}`;

/** Draws one of everything that a message can name: a post, a product, an order and so on. */
export function drawFacts({ site, day, random }: Scene): Facts {
  // People work on posts more often than on the pages that every site has.
  const isPage = random.chance(15);
  const title = isPage ? random.int(0, pages.length - 1) : random.int(pages.length, site.titles.length - 1);
  const good = random.int(0, site.goods.length - 1);
  const was = random.int(4, 80);
  const plugin = random.int(0, site.trade.plugins.length - 1);
  const { name, role } = random.pick(site.people);
  return {
    title: site.titles[title] ?? '',
    type: isPage ? 'page' : 'post',
    postId: String(10 + title * 6),
    good: site.goods[good] ?? '',
    goodId: String(400 + good * 7),
    order: String((day % 10_000) * 20 + random.int(1, 20)),
    status: random.pick(words.statuses),
    term: random.pick(words.terms),
    file: `photo-${random.int(100, 999)}.jpg`,
    fileId: String(random.int(1000, 9999)),
    was: `${was}.00`,
    now: `${was + random.int(-3, 6)}.50`,
    count: String(random.int(0, 120)),
    coupon: `${random.pick(words.coupons)}${random.pick([5, 10, 15])}`,
    plugin: site.trade.plugins[plugin] ?? '',
    ...versions(plugin, Math.floor(day / 28)),
    job: random.pick(words.jobs),
    ip: strangerAddress(random),
    name,
    role,
  };
}
