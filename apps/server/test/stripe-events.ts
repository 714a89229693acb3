import Stripe from 'stripe';
import { expect } from 'vitest';

import { startService, unique, type Account, type Answer, type TestService } from './harness.ts';

// The payment provider's events about subscriptions, as it signs them.

const secret = 'whsec_new';
export const older = 'whsec_old';
const stripePrices = new Map([
  ['price_s', 'starter'],
  ['price_p', 'pro'],
  ['price_a', 'agency'],
]);

export const startPaidService = (): Promise<TestService> =>
  startService({ stripeWebhookSecrets: [secret, older], stripePrices });

export type Sub = { id: string; created: number };
export const newSub = (created = 10): Sub => ({ id: `sub_${unique()}`, created });

/** Builds the provider’s event: created, updated or deleted. */
export function eventOf(account: { id: string }, sub: Sub, at: number, status: string, price = 'price_s') {
  return {
    id: `evt_${unique()}`,
    object: 'event',
    created: at,
    type: `customer.subscription.${status === 'deleted' ? 'deleted' : 'updated'}`,
    data: {
      object: {
        ...sub,
        object: 'subscription',
        status: status === 'deleted' ? 'canceled' : status,
        metadata: { account_id: account.id },
        items: { object: 'list', data: [{ id: 'si_1', price: { id: price } }] },
      },
    },
  };
}

type Event = ReturnType<typeof eventOf>;

/** The event with other fields of its subscription. */
export function withFields(event: Event, fields: Record<string, unknown>) {
  return { ...event, data: { object: { ...event.data.object, ...fields } } };
}

export const sign = (payload: string, over: { secret?: string; timestamp?: number } = {}): string =>
  Stripe.webhooks.generateTestHeaderString({ payload, secret, ...over });

/** How a service is told of events, and what it says of accounts then. */
export function toldOf(service: () => TestService) {
  const deliver = (event: unknown, signature?: string): Promise<Answer> => {
    const payload = typeof event === 'string' ? event : JSON.stringify(event);
    return service().call('POST', '/billing/stripe', {
      body: payload,
      headers: { 'content-type': 'application/json', 'stripe-signature': signature ?? sign(payload) },
    });
  };
  return {
    deliver,
    accepted: async (event: unknown): Promise<void> => {
      const answer = await deliver(event);
      expect([answer.status, answer.body]).toEqual([200, { received: true }]);
    },
    planOf: async (account: Account): Promise<string> => (await service().viewOf(account)).plan,
    acts: async (account: Account): Promise<unknown[]> => {
      const { actions } = (
        await service().admin('GET', '/actions', { query: { account_id: account.id, actor_kind: 'stripe' } })
      ).body as { actions: { actor: string; action: string; detail: unknown }[] }; // checked by the callers' comparisons
      return actions.map(({ actor, action, detail }) => ({ actor, action, detail }));
    },
  };
}
