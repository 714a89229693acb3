import { Unloaded } from '@goal/ui/state/unloaded.tsx';
import type { Billing, MemberAccount } from '@goal/contract';
import { DialogButtons } from '@goal/ui/dialog/dialog-buttons.tsx';
import { PlanPreview } from '@goal/ui/page/plan-preview.tsx';
import { useFocusBack } from '@goal/ui/dialog/use-focus-back.ts';
import { WriteButton } from '@goal/ui/write/write-button.tsx';
import { failureOf } from '@goal/ui/lib/errors.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { Alert, Button, Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { isOwner } from '../account/rights.ts';
import { NotSold } from './contact.tsx';
import type { PricedPlan } from './plans-list.tsx';
import { PortalButton } from './portal-button.tsx';
import { priceWords } from './price-words.ts';
import { useCheckout } from './use-provider-page.ts';

type Props = {
  plan: PricedPlan;
  billing: Billing;
  account: Pick<MemberAccount, 'role' | 'group'>;
  onClose: () => void;
};

export function PlanDialog({ plan, billing, account, onClose }: Props) {
  useFocusBack();
  const trpc = useTRPC();
  const preview = useQuery(
    trpc.dashboard.billing.preview.queryOptions({ plan: plan.slug }, { staleTime: 0, gcTime: 0 }),
  );
  const checkout = useCheckout();
  const isSold = billing.checkout && plan.for_sale;
  const isSubscribed = (billing.subscription !== null || billing.unpriced > 0) && billing.portal;
  return (
    <Modal opened onClose={onClose} title={`Change to ${plan.slug}?`} size="lg">
      <Stack>
        <div aria-live="polite">
          {preview.data !== undefined ? (
            <PlanPreview preview={preview.data} />
          ) : (
            <Unloaded query={preview} height="7rem" />
          )}
        </div>
        {plan.price !== null && <Text size="sm">It costs {priceWords(plan.price)}.</Text>}
        {isSubscribed && <Text size="sm">The subscription is changed in the portal of the payment provider.</Text>}
        {!isSold && !isSubscribed && <NotSold contact={billing.contact} />}
        {checkout.error !== null && (
          <Alert color="red" role="alert">
            {failureOf(checkout.error).sentence}
          </Alert>
        )}
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          {isSubscribed && <PortalButton isOwner={isOwner(account)} />}
          {isSold && (
            <WriteButton
              loading={checkout.isPending || checkout.isSuccess}
              blocked={isOwner(account) ? undefined : 'Owners buy plans.'}
              onClick={() => checkout.mutate({ plan: plan.slug })}
            >
              Go to checkout
            </WriteButton>
          )}
        </DialogButtons>
      </Stack>
    </Modal>
  );
}
