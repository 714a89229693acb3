import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';

/** Not by a redirected form, which would break our policy (`form-action 'self'`). */
const onSuccess = ({ url }: { url: string }): void => window.location.assign(url);

/** A page that nobody was led to has taken no payment. */
const unled = { lost: 'Nothing was paid or changed.', renews: false };

export function useCheckout() {
  return useVerifiedMutation(useTRPC().dashboard.billing.checkout.mutationOptions({ onSuccess }), unled);
}

export function usePortal(onError: (error: unknown) => void) {
  return useVerifiedMutation(useTRPC().dashboard.billing.portal.mutationOptions({ onSuccess, onError }), unled);
}
