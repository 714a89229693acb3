import { createHash } from 'node:crypto';

import type { DemoSite, Person, Trade } from './agency.ts';
import { kinds, type Code } from './kinds.ts';
import type { Random } from './random.ts';

const secondMs = 1000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

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
function postOf(code: Code, facts: Facts): Post | undefined {
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

/** A happening before it has a message; `who` is undefined if no user of the site did it. */
export type Draft = {
  /** Milliseconds since 1970. */
  at: number;
  code: Code;
  facts: Facts;
  who: Person | undefined;
  session: { id: string; agent: number } | undefined;
};

/** An event in the form that the plugin sends (rulings §7.2). */
export type DemoEvent = ReturnType<typeof demoEvent>;

const agents = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15',
  'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
  'Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0',
];

/** Turns a draft into the plugin's form. The same `identity` gives the same event_uuid. */
export function demoEvent({ at, code, facts, who, session }: Draft, identity: string) {
  const [severity, object, eventType] = kinds[code];
  return {
    occurred_at: new Date(at).toISOString(),
    code,
    severity,
    object,
    event_type: eventType,
    message: messageOf(code, facts),
    user_id: who?.id ?? 0,
    username: who?.name ?? '',
    user_agent: session === undefined ? null : (agents[session.agent] ?? null),
    session_id: session?.id ?? null,
    event_uuid: uuidOf(identity),
    ip: addressOf(code, facts, session && who),
    ...postOf(code, facts),
  };
}

const attacks: readonly Code[] = [1002, 1003, 1004];

/** The address of the user: each person has one, of a range for documentation (RFC 5737). */
function addressOf(code: Code, facts: Facts, who: Person | undefined): string | null {
  if (attacks.includes(code)) return facts['ip'] ?? null;
  return who === undefined
    ? null
    : `203.0.113.${2 + (Buffer.from(who.name).reduce((sum, byte) => sum * 31 + byte, 7) % 250)}`;
}

const namespace = Buffer.from('6f7b0f0e5a0c4f0c9a52d3e0b1d86c21', 'hex');

/** A UUID of version 5 (RFC 9562): the same name always gives the same UUID. */
function uuidOf(name: string): string {
  const bytes = createHash('sha1').update(namespace).update(name).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** A logged-in user at work; every action advances the session's clock. */
export class Session {
  readonly drafts: Draft[] = [];
  readonly #id: string;
  #at: number;

  constructor(
    private readonly site: DemoSite,
    private readonly person: Person,
    start: number,
    private readonly random: Random,
  ) {
    this.#id = Array.from({ length: 32 }, () => random.int(0, 15).toString(16)).join('');
    this.#at = start;
  }

  does(code: Code, facts: Facts = {}): void {
    const { name, id } = this.person;
    const agent = (id + this.site.domain.length) % 5;
    this.drafts.push({
      at: this.#at,
      code,
      facts: { ...facts, user: name },
      who: this.person,
      session: { id: this.#id, agent },
    });
    this.#at += this.random.int(15 * secondMs, 6 * minuteMs);
  }
}
