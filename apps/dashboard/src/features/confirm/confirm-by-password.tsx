import { Button, PasswordInput, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';

import { call, sentenceOfError } from '../../lib/post.ts';

export function ConfirmByPassword({ email, onDone }: { email: string; onDone: () => void }) {
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const password = new FormData(event.currentTarget).get('password');
    setBusy(true);
    setFault(undefined);
    try {
      await call('me.confirm.password', { password });
      onDone();
    } catch (error) {
      setFault(sentenceOfError(error));
      setBusy(false);
    }
  };
  return (
    <form method="post" onSubmit={(event) => void submit(event)} noValidate>
      <Stack>
        {/* For password managers: they fill in the password of this name. */}
        <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordInput
          name="password"
          label="Your password"
          error={fault}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Show the password', tabIndex: 0 }}
          data-autofocus
        />
        <Button type="submit" loading={isBusy}>
          Confirm
        </Button>
      </Stack>
    </form>
  );
}
