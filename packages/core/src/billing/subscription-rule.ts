/** The slug of the plan that each price buys, from STRIPE_PRICES. */
export type Prices = ReadonlyMap<string, string>;

/** What the rule needs to know of a plan: of several that are paid for the largest one counts. */
export type PlanSize = { slug: string; sites: number; retentionDays: number };

/** An event of the payment provider about a subscription. Times are in its seconds since 1970. */
export type SubscriptionEvent = {
  id: string;
  created: number;
  /** True for `customer.subscription.deleted`. */
  isDeleted: boolean;
  subscription: {
    id: string;
    created: number;
    status: string;
    /** The account that it names; undefined where it names none. */
    accountId: string | undefined;
    /** The prices of its items, in no order that means something. */
    prices: readonly string[];
    /** No payment is collected for it, though its status says nothing of it. */
    isCollectionPaused?: boolean | undefined;
    /** The provider's customer who pays for it. */
    customer?: string | undefined;
    /** When it is set to end. */
    cancelAt?: number | undefined;
  };
};

/** The stored state of a subscription: its newest event of each meaning. */
export type KeptSubscription = {
  id: string;
  created: number;
  /** The row id of its account; undefined while no event has named one that exists. */
  account?: number | undefined;
  /** The newest event that named the account. One that grants is of more weight than any other. */
  named?: Naming | undefined;
  grant?: Grant | undefined;
  end?: number | undefined;
  /** Its newest event that would grant a plan, if its price bought one (rulings §10.48). */
  unpriced?: number | undefined;
  customer?: string | undefined;
  /** Why operators are told of its payment (rulings §8), and since when. */
  held?: { at: number; reason: string } | undefined;
};
type Grant = { at: number; price: string; status: string; cancelAt?: number | undefined };
type Naming = { at: number; byGrant: boolean };

/** Converts a row of the table; times stay in the provider's seconds. */
export function keptSubscriptionOf(row: SubscriptionRow): KeptSubscription {
  const { id, createdAt, accountRowId, namedAt, namedByGrant, endedAt, unpricedAt, customer, heldAt, heldReason } = row;
  return {
    id,
    created: Number(createdAt),
    account: accountRowId ?? undefined,
    named: namedAt === null ? undefined : { at: Number(namedAt), byGrant: namedByGrant },
    grant: grantOf(row),
    end: endedAt === null ? undefined : Number(endedAt),
    unpriced: unpricedAt === null ? undefined : Number(unpricedAt),
    customer: customer ?? undefined,
    held: heldAt === null ? undefined : { at: heldAt.getTime() / 1000, reason: heldReason ?? '' },
  };
}

/** Rows that are older than the columns of status and end have neither. */
function grantOf({ grantedAt, price, status, cancelAt }: GrantColumns): Grant | undefined {
  if (grantedAt === null || price === null) return undefined;
  const at = Number(grantedAt);
  return { at, price, status: status ?? 'active', cancelAt: cancelAt === null ? undefined : Number(cancelAt) };
}

type GrantColumns = {
  grantedAt: bigint | null;
  price: string | null;
  status: string | null;
  cancelAt: bigint | null;
};
type SubscriptionRow = GrantColumns & {
  id: string;
  createdAt: bigint;
  accountRowId: number | null;
  namedAt: bigint | null;
  namedByGrant: boolean;
  endedAt: bigint | null;
  unpricedAt: bigint | null;
  customer: string | null;
  heldAt: Date | null;
  heldReason: string | null;
};

/** What an event means (rulings §9.4). `unknown price`: it would grant if a price bought a plan. */
export type Meaning = { kind: 'grant'; price: string } | { kind: 'end' | 'nothing' | 'unknown price' };

/**
 * rulings §9.4: whether an event grants a plan, ends one or does neither. Of several prices that
 * STRIPE_PRICES lists the one of the largest plan counts.
 */
export function meaningOf(
  { isDeleted, subscription: { status, prices: ordered } }: SubscriptionEvent,
  prices: Prices,
  plans: readonly PlanSize[],
): Meaning {
  if (isDeleted || ending.has(status)) return { kind: 'end' };
  if (!granting.has(status)) return { kind: 'nothing' };
  const sizes = new Map(plans.map((plan) => [plan.slug, plan]));
  const known = ordered.flatMap((price) => {
    const plan = sizes.get(prices.get(price) ?? '');
    return plan === undefined ? [] : { price, plan };
  });
  const [largest] = known.toSorted((one, other) => bySize(one.plan, other.plan) || (one.price < other.price ? -1 : 1));
  return largest === undefined ? { kind: 'unknown price' } : { kind: 'grant', price: largest.price };
}

/** The largest plan comes first. */
const bySize = (one: PlanSize, other: PlanSize): number =>
  other.sites - one.sites || other.retentionDays - one.retentionDays;

const granting = new Set(['active', 'trialing']);
const ending = new Set(['canceled', 'unpaid', 'incomplete_expired']);

/**
 * The state of a subscription after an event. `account` is the row id of the account that it names,
 * undefined where it names none that exists. Of two grants in the same second the one that arrives
 * later counts.
 */
export function withEvent(
  kept: KeptSubscription | undefined,
  { created: at, subscription }: SubscriptionEvent,
  meaning: Meaning,
  account: number | undefined,
): KeptSubscription {
  const { id, created, status, cancelAt, customer = kept?.customer } = subscription;
  const after: KeptSubscription = { ...kept, id, created, customer };
  if (account !== undefined) nameAccount(after, account, { at, byGrant: meaning.kind === 'grant' });
  if (meaning.kind === 'end') after.end = Math.max(at, after.end ?? at);
  if (meaning.kind === 'unknown price') after.unpriced = Math.max(at, after.unpriced ?? at);
  if (meaning.kind === 'grant' && (after.grant === undefined || after.grant.at <= at))
    after.grant = { at, price: meaning.price, status, cancelAt };
  return { ...after, held: heldAfter(kept, { at, reason: reasonToHold(meaning, subscription) }) };
}

/** The newest granting event names the account, before one the newest other (rulings §9.4). */
function nameAccount(subscription: KeptSubscription, account: number, naming: Naming): void {
  const { named } = subscription;
  const isNewest = named === undefined || naming.at >= named.at;
  const counts = named?.byGrant === naming.byGrant ? isNewest : naming.byGrant || named === undefined;
  if (counts) Object.assign(subscription, { account, named: naming });
}

/** Why operators are told of the payment (rulings §8); undefined: all is as it should be. */
function reasonToHold({ kind }: Meaning, { status, isCollectionPaused }: SubscriptionEvent['subscription']) {
  if (kind === 'nothing') return status;
  if (kind === 'unknown price') return kind;
  return kind === 'grant' && isCollectionPaused === true ? 'pause_collection' : undefined;
}

/** A payment is held until an event that is not older grants or ends; older ones change nothing. */
function heldAfter(
  kept: KeptSubscription | undefined,
  { at, reason }: { at: number; reason: string | undefined },
): KeptSubscription['held'] {
  const held = kept?.held;
  if (held !== undefined && held.at > at) return held;
  if (reason === undefined) return undefined;
  const known = Math.max(kept?.grant?.at ?? -1, kept?.end ?? -1);
  const isOlder = reason === 'pause_collection' ? known > at : known >= at;
  return isOlder ? held : { at, reason };
}

/** The plan of an account without a living subscription. */
const unpaid = 'free';

/**
 * The plan of an account after an event; undefined if it keeps its plan. `all` are its
 * subscriptions. With none living it is `free` if the event ended one for it: the first payment of
 * another one may have failed, which is no reason to take a plan away (rulings §9.4).
 */
export function planAfter(
  all: readonly KeptSubscription[],
  prices: Prices,
  { hasEnded }: { hasEnded: boolean },
): string | undefined {
  return livingPlan(all, prices) ?? (hasEnded ? unpaid : undefined);
}

/**
 * Whether an event ended a subscription for an account (rulings §9.4): the subscription was granted
 * and has ended, or it went to another account. Where an older grant arrives late, the account that
 * it names had the subscription and lost it in between.
 */
export function hasEndedFor(
  account: number,
  { before, after }: { before: KeptSubscription | undefined; after: KeptSubscription },
): boolean {
  const wasOf = before?.account === account;
  if (after.account !== account) return !wasOf || isLiving(before);
  return isOver(after) && !(wasOf && isOver(before));
}

/** True if the subscription was granted and has ended. */
const isOver = (kept: KeptSubscription): boolean => kept.grant !== undefined && !isLiving(kept);

/** True if the newest grant is newer than the newest end; in the same second it has ended. */
function isLiving({ grant, end }: Pick<KeptSubscription, 'grant' | 'end'>): boolean {
  return grant !== undefined && (end === undefined || grant.at > end);
}

/**
 * True if somebody pays for the subscription: it lives, or only its price is unknown (rulings
 * §10.48).
 */
export function isPaid(kept: KeptSubscription): boolean {
  const { unpriced, end } = kept;
  return isLiving(kept) || (unpriced !== undefined && (end === undefined || unpriced > end));
}

/** The subscriptions that live, the one that was created last first. */
export function livingOf(all: readonly KeptSubscription[]): KeptSubscription[] {
  return newestFirst(all.filter(isLiving));
}

/** The subscription that was created last comes first. */
function newestFirst(all: readonly KeptSubscription[]): KeptSubscription[] {
  return all.toSorted((one, other) => other.created - one.created || (one.id < other.id ? 1 : -1));
}

/**
 * The provider's customer of an account: of its living subscription, else of one that is paid, else
 * of the last one that it had. Undefined before an event has named one.
 */
export function customerOf(all: readonly KeptSubscription[]): string | undefined {
  return [...livingOf(all), ...newestFirst(all.filter(isPaid)), ...newestFirst(all)].find(
    ({ customer }) => customer !== undefined,
  )?.customer;
}

/** The plan of the living subscription that was created last; undefined if none is living. */
function livingPlan(all: readonly KeptSubscription[], prices: Prices): string | undefined {
  const plans = livingOf(all).map(({ grant }) => (grant === undefined ? undefined : prices.get(grant.price)));
  return plans.find((plan) => plan !== undefined);
}
