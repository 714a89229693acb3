import type { IncomingMessage, ServerResponse } from 'node:http';

import { DomainError, limits } from '@goal/contract';
import { applySubscription, notePaymentRefusal, type Core, type Prices } from '@goal/core';
import type Stripe from 'stripe';

import { receive } from '../http/read-body.ts';
import { send } from '../http/respond.ts';
import { Room } from '../http/room.ts';
import { subscriptionEventOf } from './subscription-event.ts';

export type StripeOptions = {
  core: Core;
  /** Secrets of the webhook; more than one while they are exchanged. */
  secrets: readonly string[];
  prices: Prices;
  /** Told of events that name an account or a price that nobody knows here. */
  onUnknown: (what: { event: string; reason: string }) => void;
};

/** Seconds that a signature is good for. */
const tolerance = 300;
/** Milliseconds between two notes of a bad signature: anybody can send one. */
const pause = 10_000;
/**
 * Anybody may send here, and the sender is unknown until the whole body is here. So these bodies have a room of their own, and each body is an
 * owner: where the room is full the largest body gives way to a smaller one, and the provider's message of a few kilobytes finds its place.
 */
const messages = new Room({ owner: limits.bodyBytes, all: limits.webhookBytes });

/**
 * POST {base_url}/billing/stripe: the payment provider's events (rulings §9.4). The signature is checked on the raw body, before anything is
 * made of it. Answers 200 for what is of no concern to us. Rejects with `invalid_signature`, `body_too_large`, `invalid_json`.
 */
export function stripeWebhook({ core, secrets, prices, onUnknown }: StripeOptions) {
  let noted = -Infinity;
  let received = 0;
  // Loaded where payments are listened to.
  const library = import('stripe');
  return async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    received += 1;
    const exchange = { req, res, owner: String(received), room: messages };
    const bytes = await receive(exchange, limits.bodyBytes, () => {
      if (Number(req.headers['content-length'] ?? 0) > limits.bodyBytes) throw new DomainError('body_too_large');
    });
    const { default: stripe } = await library;
    if (!isSigned(stripe.webhooks, bytes, req.headers['stripe-signature'], secrets)) {
      if (performance.now() - noted > pause) {
        noted = performance.now();
        await notePaymentRefusal(core, 'invalid signature');
      }
      throw new DomainError('invalid_signature');
    }
    const event = subscriptionEventOf(parse(bytes));
    if (event !== undefined) {
      const outcome = await applySubscription(core, prices, event);
      if (outcome === 'unknown account' || outcome === 'unknown price') {
        onUnknown({ event: event.id, reason: outcome });
        await notePaymentRefusal(core, `${outcome} in ${event.id}`);
      }
    }
    send(req, res, 200, JSON.stringify({ received: true }));
  };
}

function isSigned(
  webhooks: Stripe.Webhooks,
  bytes: Buffer,
  header: string | string[] | undefined,
  secrets: readonly string[],
): boolean {
  return secrets.some((secret) => {
    try {
      return webhooks.signature?.verifyHeader(bytes, header ?? '', secret, tolerance) === true;
    } catch {
      return false;
    }
  });
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch (cause) {
    throw new DomainError('invalid_json', { cause });
  }
}
