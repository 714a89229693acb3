import type { UseMutationOptions } from '@tanstack/react-query';
import type { ComponentProps } from 'react';

import { type Change, useVerifiedMutation } from '../trpc/use-verified-mutation.ts';
import { FormDialog } from './form-dialog.tsx';

export type AskProps<Output, Failure, Input, Context> = Omit<
  ComponentProps<typeof FormDialog>,
  'mutation' | 'onSubmit'
> &
  Change<Output, Input> & {
    procedure: UseMutationOptions<Output, Failure, Input, Context>;
    input: Input;
  };

export function AskDialog<Output, Failure, Input, Context>(props: AskProps<Output, Failure, Input, Context>) {
  const mutation = useVerifiedMutation(props.procedure, { onDone: props.onClose, ...props });
  return <FormDialog {...props} mutation={mutation} onSubmit={() => mutation.mutate(props.input)} />;
}
