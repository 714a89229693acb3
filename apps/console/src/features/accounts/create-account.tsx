'use client';

import { parseEmail, withoutSecrets } from '@goal/contract';
import { useFocusBack } from '@goal/ui/components/use-focus-back.ts';
import { WriteButton } from '@goal/ui/components/write-button.tsx';
import { bidiIsolate } from '@goal/ui/lib/bidi-isolate.ts';
import { failureOf } from '@goal/ui/lib/errors.ts';
import { restoreTypedTexts } from '@goal/ui/session/typed-texts.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Alert, Button, Group, Modal, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { type FormEvent, useState } from 'react';

import { planLabel } from './plan-label.ts';

/**
 * Creates an account and opens it. If the API refuses, its sentence is shown at the field it is
 * about.
 */
export function CreateAccount({ onClose }: { onClose: () => void }) {
  useFocusBack();
  const trpc = useTRPC();
  const [email, setEmail] = useState('');
  const [plan, setPlan] = useState('free');
  const plans = useQuery(trpc.admin.plans.list.queryOptions(undefined, { staleTime: 300_000 }));
  const create = useCreateAccount();
  const fault = create.error === null ? undefined : { at: fieldOf(create.error.message), ...failureOf(create.error) };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!create.isPending) create.mutate({ email, plan });
  };
  const offered = plans.data?.plans ?? [{ slug: 'free' }];
  return (
    <Modal opened onClose={onClose} title="Create account" closeOnClickOutside={email === ''}>
      <form ref={restoreTypedTexts} onSubmit={submit} noValidate>
        <Stack>
          <TextInput
            type="email"
            label="E-mail"
            description="Bills and fair-use e-mails go here."
            value={email}
            onChange={(event) => setEmail(withoutSecrets(event.currentTarget.value))}
            error={fault?.at === 'email' && fault.sentence}
            errorProps={{ role: 'alert' }}
            autoComplete="off"
            required
            withAsterisk={false}
            data-autofocus
          />
          <NativeSelect
            label="Plan"
            value={plan}
            onChange={(event) => setPlan(event.currentTarget.value)}
            data={offered.map((one) => ({ value: one.slug, label: 'sites' in one ? planLabel(one) : one.slug }))}
            error={fault?.at === 'plan' && fault.sentence}
            errorProps={{ role: 'alert' }}
          />
          {fault?.at === 'form' && (
            <Alert color="red" role="alert">
              {fault.sentence}
            </Alert>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <WriteButton type="submit" loading={create.isPending || create.isSuccess}>
              Create account
            </WriteButton>
          </Group>
        </Stack>
      </form>
    </Modal>
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

/** The field that a refusal of the API is about. */
function fieldOf(sentence: string): 'email' | 'plan' | 'form' {
  if (['invalid email', 'account already exists'].includes(sentence)) return 'email';
  return sentence === 'unknown plan' ? 'plan' : 'form';
}
