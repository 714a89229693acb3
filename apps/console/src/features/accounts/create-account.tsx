import { parseEmail, withoutSecrets } from '@goal/contract';
import { useTextFields } from '@goal/ui/field/use-text-fields.ts';
import { FormDialog } from '@goal/ui/dialog/form-dialog.tsx';
import { bidiIsolate } from '@goal/ui/lib/bidi-isolate.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';

import { planLabel } from './plan-label.ts';

/** Creates an account and opens it. A refusal stands at the field that it is about. */
export function CreateAccount({ onClose }: { onClose: () => void }) {
  const trpc = useTRPC();
  const [plan, setPlan] = useState('free');
  const plans = useQuery(trpc.admin.plans.list.queryOptions(undefined, { staleTime: 300_000 }));
  const create = useCreateAccount();
  const form = useTextFields({ email: '' }, create, ({ message }) =>
    ['invalid email', 'account already exists'].includes(message) ? 'email' : undefined,
  );
  const offered = plans.data?.plans ?? [{ slug: 'free' }];
  return (
    <FormDialog
      title="Create account"
      action="Create account"
      mutation={{ ...form.mutation, isPending: create.isPending || create.isSuccess }}
      onSubmit={() => create.mutate({ ...form.texts, plan })}
      onClose={onClose}
    >
      <TextInput
        type="email"
        label="E-mail"
        description="Bills and fair-use e-mails go here."
        {...form.field('email', withoutSecrets)}
        required
        withAsterisk={false}
        data-autofocus
      />
      <NativeSelect
        label="Plan"
        value={plan}
        onChange={(event) => setPlan(event.currentTarget.value)}
        data={offered.map((one) => ({ value: one.slug, label: 'sites' in one ? planLabel(one) : one.slug }))}
      />
    </FormDialog>
  );
}

function useCreateAccount() {
  const router = useRouter();
  // There the owner is invited.
  const open = (id: string): void => router.replace(`/accounts/${id}?tab=people`);
  return useVerifiedMutation(useTRPC().admin.accounts.create.mutationOptions({ onSuccess: ({ id }) => open(id) }), {
    done: ({ email }) => `Account ${bidiIsolate(parseEmail(email) ?? email)} created.`,
    onLost: ({ account_id: id = '' }) => open(id),
  });
}
