import type { IncomingMessage, ServerResponse } from 'node:http';

import { DomainError, limits } from '@goal/contract';
import { applySubscription, notePaymentRefusal, type Core, type Prices } from '@goal/core';
import type { MemoryBudget } from '@goal/fairness';
import type Stripe from 'stripe';

import { HeldBody, receive } from '../http/read-body.ts';
import { send } from '../http/respond.ts';
import { subscriptionEventOf } from './subscription-event.ts';

export type StripeOptions = {
  core: Core;
  /**
   * Anybody may send here, and the sender is unknown until the whole body has arrived. So these
   * bodies have a budget of their own, in which each body is its own owner: in a full budget the
   * largest body gives way, and the provider's message of a few kilobytes gets in.
   */
  memory: MemoryBudget;
  /** Signing secrets of the webhook; more than one during a rotation. */
  secrets: readonly string[];
  prices: Prices;
  /** Called for an event that names an unknown account or price. */
  onUnknown: (what: { event: string; reason: string }) => void;
};

/** A signature is valid for this long. */
const toleranceSeconds = 300;
/** The least time between two records of a bad signature: anybody can send one. */
const notePauseMs = 10_000;

/**
 * POST {base_url}/billing/stripe: the payment provider's events (rulings §9.4). Checks the
 * signature on the raw body before parsing it. Answers 200 to events that do not concern us. Throws
 * `invalid_signature`, `body_too_large`, `invalid_json`, `unavailable`.
 */
export function stripeWebhook({ core, memory, secrets, prices, onUnknown }: StripeOptions) {
  let noted = -Infinity;
  let received = 0;
  // Loaded only where payments are configured.
  const library = import('stripe');
  const answer = async (req: IncomingMessage, res: ServerResponse, held: HeldBody): Promise<void> => {
    received += 1;
    const exchange = { req, owner: String(received), memory, held };
    const bytes = await receive(exchange, limits.bodyBytes, () => {
      if (Number(req.headers['content-length'] ?? 0) > limits.bodyBytes) throw new DomainError('body_too_large');
    });
    const { default: stripe } = await library;
    if (!isSigned(stripe.webhooks, bytes, req.headers['stripe-signature'], secrets)) {
      if (performance.now() - noted > notePauseMs) {
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
  return async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const held = new HeldBody();
    await answer(req, res, held).finally(() => held.release());
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
      return webhooks.signature?.verifyHeader(bytes, header ?? '', secret, toleranceSeconds) === true;
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
