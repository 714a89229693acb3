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
  };
};

/** The stored state of a subscription: its newest granting and its newest ending event. */
export type KeptSubscription = {
  id: string;
  created: number;
  grant?: { at: number; price: string } | undefined;
  end?: number | undefined;
};

/** Converts a row of the table; times stay in the provider's seconds. */
export function keptSubscriptionOf({ id, createdAt, grantedAt, price, endedAt }: SubscriptionRow): KeptSubscription {
  return {
    id,
    created: Number(createdAt),
    grant: grantedAt === null || price === null ? undefined : { at: Number(grantedAt), price },
    end: endedAt === null ? undefined : Number(endedAt),
  };
}
type SubscriptionRow = {
  id: string;
  createdAt: bigint;
  grantedAt: bigint | null;
  price: string | null;
  endedAt: bigint | null;
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
 * The state of a subscription after an event that grants or ends. Of two grants in the same second
 * the one that arrives later counts.
 */
export function withEvent(
  kept: KeptSubscription | undefined,
  { created: at, subscription: { id, created, price } }: SubscriptionEvent,
  meaning: 'grant' | 'end',
): KeptSubscription {
  const before = kept ?? { id, created };
  if (meaning === 'end') return { ...before, end: Math.max(at, before.end ?? at) };
  if (price === undefined || (before.grant !== undefined && before.grant.at > at)) return before;
  return { ...before, grant: { at, price } };
}

/** The plan of an account without a living subscription. */
const unpaid = 'free';

/** The plan of an account after an event that grants or ends; undefined if it keeps its plan. */
export function planAfter(
  all: readonly KeptSubscription[],
  meaning: 'grant' | 'end',
  prices: Prices,
): string | undefined {
  return livingPlan(all, prices) ?? (meaning === 'end' ? unpaid : undefined);
}

/**
 * True if the newest grant is newer than the newest end. If both are in the same second, it has
 * ended.
 */
export function isLiving({ grant, end }: Pick<KeptSubscription, 'grant' | 'end'>): boolean {
  return grant !== undefined && (end === undefined || grant.at > end);
}

/** The plan of the living subscription that was created last; undefined if none is living. */
function livingPlan(all: readonly KeptSubscription[], prices: Prices): string | undefined {
  const [last] = all
    .flatMap(({ id, created, grant, end }) => {
      const plan = grant === undefined ? undefined : prices.get(grant.price);
      return plan !== undefined && isLiving({ grant, end }) ? [{ id, created, plan }] : [];
    })
    .toSorted((one, other) => other.created - one.created || (one.id < other.id ? 1 : -1));
  return last?.plan;
}
