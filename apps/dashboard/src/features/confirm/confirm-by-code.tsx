import { Fault } from '@goal/ui/state/fault.tsx';
import { Button, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';

import { call, PostError, sentenceOfError } from '../../lib/post.ts';

/** Mails a code to the person, and takes it. */
export function ConfirmByCode({ onDone }: { onDone: () => void }) {
  const [ceremony, setCeremony] = useState<string>();
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const run = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setFault(undefined);
    try {
      await work();
    } catch (error) {
      setFault(sentenceOfError(error));
      // A code that has expired, or was tried too often: another one is asked for.
      if (error instanceof PostError && error.status === 400) setCeremony(undefined);
    }
    setBusy(false);
  };
  const ask = (): Promise<void> =>
    run(async () => setCeremony((await call<{ ceremony: string }>('me.confirm.code.ask')).ceremony));
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const code = new FormData(event.currentTarget).get('code');
    void run(async () => {
      await call('me.confirm.code.give', { ceremony, code });
      onDone();
    });
  };
  if (ceremony === undefined)
    return (
      <div>
        <Button variant="default" fullWidth loading={isBusy} onClick={() => void ask()}>
          Send me a code by mail
        </Button>
        {fault !== undefined && <Fault>{fault}</Fault>}
      </div>
    );
  return (
    <form method="post" onSubmit={submit} noValidate>
      <Stack>
        <TextInput
          name="code"
          label="Code from the mail"
          error={fault}
          autoComplete="one-time-code"
          spellCheck={false}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the field is the next step of what the person is doing
          autoFocus
        />
        <Button type="submit" variant="default" loading={isBusy}>
          Confirm with the code
        </Button>
      </Stack>
    </form>
  );
}
