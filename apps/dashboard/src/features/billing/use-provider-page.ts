import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';

/**
 * Leads the browser to a page of the payment provider. A form that is redirected there would break
 * the policy of our pages (`form-action 'self'`).
 */
const onSuccess = ({ url }: { url: string }): void => window.location.assign(url);

/** A page that nobody was led to has taken no payment. */
const unled = { lost: 'Nothing was paid or changed.', renews: false };

/** Leads to the checkout of a plan. */
export function useCheckout() {
  return useVerifiedMutation(useTRPC().dashboard.billing.checkout.mutationOptions({ onSuccess }), unled);
}

/** Leads to the provider's portal; `onError` is told why it did not. */
export function usePortal(onError: (error: unknown) => void) {
  return useVerifiedMutation(useTRPC().dashboard.billing.portal.mutationOptions({ onSuccess, onError }), unled);
}
