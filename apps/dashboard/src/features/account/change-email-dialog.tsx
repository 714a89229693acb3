import { useTextFields } from '@goal/ui/field/use-text-fields.ts';
import { FormDialog } from '@goal/ui/dialog/form-dialog.tsx';
import { Text, TextInput } from '@mantine/core';

/** The answer to the first step holds what the second one needs. */
export const askedInVain = { lost: 'Ask for the code again.', renews: false };

type Step<Input, Output> = {
  data: Output | undefined;
  error: unknown;
  isPending: boolean;
  mutate: (input: Input) => void;
  reset: () => void;
};

type Props = {
  title: string;
  description: string;
  ask: Step<{ email: string }, { ceremony: string }>;
  give: Step<{ ceremony: string; code: string }, unknown>;
  onClose: () => void;
};

/** Changes an e-mail in two steps: a code is mailed to the new one, and comes back. */
export function ChangeEmailDialog({ title, description, ask, give, onClose }: Props) {
  const asked = useTextFields({ email: '' }, ask, ({ status }) =>
    status === 400 || status === 409 ? 'email' : undefined,
  );
  const given = useTextFields({ code: '' }, give, () => 'code');
  if (ask.data === undefined)
    return (
      <FormDialog
        title={title}
        action="Send a code"
        mutation={asked.mutation}
        onSubmit={() => ask.mutate(asked.texts)}
        onClose={onClose}
      >
        <TextInput
          type="email"
          label="New e-mail"
          description={description}
          {...asked.field('email')}
          autoComplete="email"
          data-autofocus
        />
      </FormDialog>
    );
  const { ceremony } = ask.data;
  return (
    <FormDialog
      title={title}
      action="Change the e-mail"
      mutation={given.mutation}
      onSubmit={() => give.mutate({ ceremony, ...given.texts })}
      onClose={onClose}
    >
      <Text size="sm">
        A mail with a code is on its way to {asked.texts.email.trim()}. The code is valid for ten minutes.
      </Text>
      <TextInput
        label="Code"
        {...given.field('code')}
        autoComplete="one-time-code"
        spellCheck={false}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the field is the next step of what the person is doing
        autoFocus
      />
    </FormDialog>
  );
}
