/** The slug of the plan that each price buys, from STRIPE_PRICES. */
export type Prices = ReadonlyMap<string, string>;

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
    accountId: string | undefined;
    /** The price of its first item. */
    price: string | undefined;
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
  grant?: Grant | undefined;
  end?: number | undefined;
  /** Its newest event that would grant a plan, if its price bought one (rulings §10.48). */
  unpriced?: number | undefined;
  customer?: string | undefined;
};
type Grant = { at: number; price: string; status: string; cancelAt?: number | undefined };

/** Converts a row of the table; times stay in the provider's seconds. */
export function keptSubscriptionOf({
  id,
  createdAt,
  endedAt,
  unpricedAt,
  customer,
  ...row
}: SubscriptionRow): KeptSubscription {
  return {
    id,
    created: Number(createdAt),
    grant: grantOf(row),
    end: endedAt === null ? undefined : Number(endedAt),
    unpriced: unpricedAt === null ? undefined : Number(unpricedAt),
    customer: customer ?? undefined,
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
  endedAt: bigint | null;
  unpricedAt: bigint | null;
  customer: string | null;
};

/**
 * rulings §9.4: whether an event grants a plan, ends one or does neither (`nothing`). `unknown
 * price` is a grant of a price that STRIPE_PRICES does not list.
 */
export function meaningOf(
  { isDeleted, subscription: { status, price } }: SubscriptionEvent,
  prices: Prices,
): 'grant' | 'end' | 'nothing' | 'unknown price' {
  if (isDeleted || ending.has(status)) return 'end';
  if (!granting.has(status)) return 'nothing';
  return price !== undefined && prices.has(price) ? 'grant' : 'unknown price';
}

const granting = new Set(['active', 'trialing']);
const ending = new Set(['canceled', 'unpaid', 'incomplete_expired']);

/**
 * The state of a subscription after an event that grants, ends, or would grant if its price bought
 * a plan. Of two grants in the same second the one that arrives later counts.
 */
export function withEvent(
  kept: KeptSubscription | undefined,
  { created: at, subscription: { id, created, ...subscription } }: SubscriptionEvent,
  meaning: 'grant' | 'end' | 'unknown price',
): KeptSubscription {
  const { price, status, cancelAt, customer = kept?.customer } = subscription;
  const before: KeptSubscription = { ...kept, id, created, customer };
  if (meaning === 'end') return { ...before, end: Math.max(at, before.end ?? at) };
  if (meaning === 'unknown price') return { ...before, unpriced: Math.max(at, before.unpriced ?? at) };
  if (price === undefined || (before.grant !== undefined && before.grant.at > at)) return before;
  return { ...before, grant: { at, price, status, cancelAt } };
}

/** The plan of an account without a living subscription. */
const unpaid = 'free';

/** What an event made of its subscription. */
type Turn = { before: KeptSubscription | undefined; after: KeptSubscription };

/**
 * The plan of an account after an event that grants or ends; undefined if it keeps its plan. With
 * no living subscription the event sets `free` if it ended one that had been granted: the first
 * payment of another one may have failed, which is no reason to take a plan away (rulings §9.4).
 */
export function planAfter(
  all: readonly KeptSubscription[],
  { before, after }: Turn,
  prices: Prices,
): string | undefined {
  const hasEnded = isOver(after) && (before === undefined || !isOver(before));
  return livingPlan(all, prices) ?? (hasEnded ? unpaid : undefined);
}

/** True if the subscription was granted and has ended. */
const isOver = (kept: KeptSubscription): boolean => kept.grant !== undefined && !isLiving(kept);

/**
 * True if the newest grant is newer than the newest end. If both are in the same second, it has
 * ended.
 */
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
