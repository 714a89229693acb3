import type { DemoSite, Trade } from './agency.ts';
import { kinds, type Code } from './kinds.ts';
import type { Random } from './random.ts';

/** The values that fill the placeholders of messages. */
export type Facts = Readonly<Record<string, string>>;

const plugins: Record<Trade, readonly string[]> = {
  shop: ['Shop Basket', 'Parcel Labels', 'Form Maker', 'Cache Warmer', 'SEO Notes', 'Backup Nightly'],
  local: ['Form Maker', 'Opening Hours', 'Cache Warmer', 'SEO Notes', 'Backup Nightly'],
  community: ['Member Area', 'Course Room', 'Forum Board', 'Cache Warmer', 'Backup Nightly'],
};
const terms = ['News', 'Offers', 'Tips', 'Team', 'Events', 'Archive'];
const jobs = ['backup_nightly', 'cache_warmup', 'check_updates', 'send_queued_mail', 'delete_expired_sessions'];
const statuses = ['processing', 'completed', 'completed', 'on hold', 'cancelled'];

export const pluginsOf = (site: DemoSite): readonly string[] => plugins[site.trade];

/** Every plugin gets one update in each cycle of four weeks. */
export function versions(plugin: number, cycle: number): { former: string; version: string } {
  const of = (number: number): string => `${2 + (plugin % 4)}.${number % 100}.${plugin % 3}`;
  return { former: of(cycle - 1), version: of(cycle) };
}

/** An IP address from the ranges reserved for documentation (RFC 5737). */
export function strangerAddress(random: Random): string {
  return `${random.pick(['198.51.100', '203.0.113', '192.0.2'])}.${random.int(2, 254)}`;
}

/** Draws one of everything that a message can name: a post, a product, an order and so on. */
export function drawFacts(site: DemoSite, day: number, random: Random): Facts {
  // The first five titles are pages that every site has; people work on posts more often.
  const title = random.chance(15) ? random.int(0, 4) : random.int(5, site.titles.length - 1);
  const good = random.int(0, site.goods.length - 1);
  const was = random.int(4, 80);
  const plugin = random.int(0, pluginsOf(site).length - 1);
  const someone = random.pick(site.people);
  return {
    title: site.titles[title] ?? '',
    type: title < 5 ? 'page' : 'post',
    postId: String(10 + title * 6),
    good: site.goods[good] ?? '',
    goodId: String(400 + good * 7),
    order: String((day % 10_000) * 20 + random.int(1, 20)),
    status: random.pick(statuses),
    term: random.pick(terms),
    file: `photo-${random.int(100, 999)}.jpg`,
    fileId: String(random.int(1000, 9999)),
    was: `${was}.00`,
    now: `${was + random.int(-3, 6)}.50`,
    count: String(random.int(0, 120)),
    coupon: `${random.pick(['HELLO', 'SPRING', 'THANKS', 'LOCAL'])}${random.pick(['5', '10', '15'])}`,
    plugin: pluginsOf(site)[plugin] ?? '',
    ...versions(plugin, Math.floor(day / 28)),
    job: random.pick(jobs),
    ip: strangerAddress(random),
    name: someone.name,
    role: someone.role,
  };
}

/** The plugin's message for a code. Throws if a fact that the template names is missing. */
export function messageOf(code: Code, facts: Facts): string {
  return kinds[code][3].replace(/\{(\w+)\}/g, (_, name: string) => {
    const fact = facts[name];
    if (fact === undefined) throw new Error(`the message of ${code} needs the fact ${name}`);
    return fact;
  });
}

type Post = { post_id: number; post_type: string; post_status: string };

const statusAfter: Partial<Record<Code, string>> = {
  2000: 'draft',
  9000: 'draft',
  2012: 'trash',
  2025: 'private',
  2073: 'pending',
  2074: 'future',
};

/** The CMS post that an event is about; products, orders, courses and files are posts too. */
export function postOf(code: Code, facts: Facts): Post | undefined {
  const [, object] = kinds[code];
  const post = (id: string | undefined, type: string, status: string): Post => ({
    post_id: Number(id),
    post_type: type,
    post_status: statusAfter[code] ?? status,
  });
  if (object === 'post' || object === 'comment' || object === 'yoast-seo-metabox') {
    return post(facts['postId'], facts['type'] ?? 'post', 'publish');
  }
  if (object === 'woocommerce-order') return post(facts['order'], 'shop_order', 'wc-processing');
  if (object.startsWith('woocommerce-product')) return post(facts['goodId'], 'product', 'publish');
  if (object.startsWith('learndash')) return post(facts['goodId'], 'sfwd-courses', 'publish');
  if (object === 'file') return post(facts['fileId'], 'attachment', 'inherit');
  return undefined;
}
