import type { Billing } from '@goal/contract';

/** How often the page looks whether the payment has arrived, and for how long, in ms. */
const askEveryMs = 2000;
export const askForMs = 60_000;

type Known = Pick<Billing, 'plan' | 'subscription' | 'unpriced'> | undefined;

/** What the page says after a checkout, and when it asks again: not once it is paid, or over. */
export function waitingFor(
  billing: Known,
  isOver: boolean,
): { isDone: boolean; askAgainMs: number | false; sentence: string } {
  const subscription = billing?.subscription ?? null;
  if (billing !== undefined && subscription !== null)
    return {
      isDone: true,
      askAgainMs: false,
      sentence: `The subscription is ${subscription.status}. The account is on the ${billing.plan} plan.`,
    };
  if (billing !== undefined && billing.unpriced > 0)
    return {
      isDone: true,
      askAgainMs: false,
      sentence: 'The payment has arrived, but no plan here has its price: your provider has to set the plan.',
    };
  return isOver
    ? {
        isDone: false,
        askAgainMs: false,
        sentence:
          'The payment provider has not confirmed the payment yet. The plan changes as soon as it does: look again later.',
      }
    : {
        isDone: false,
        askAgainMs: askEveryMs,
        sentence: 'The payment provider has your payment. This page waits for its confirmation …',
      };
}
