import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';

import { post, PostError } from '../../lib/post.ts';
import { useAttempt } from '../../lib/use-attempt.ts';

type Props = {
  children: string;
  label: string;
  /** The route that takes the code, with the attempt that it belongs to. */
  route: string;
  ceremony: string;
  inputMode: 'numeric' | 'text';
  /** The code was right. The answer may name a further step. */
  onDone: (answer: { ceremony?: string }) => void;
  onBack: () => void;
};

export function CodeStep({ children, label, route, ceremony, inputMode, onDone, onBack }: Props) {
  const [code, setCode] = useState('');
  const { attempt, isBusy, failed, fault } = useAttempt();
  // A new attempt is made only where the last one left the button enabled.
  const isOver = failed?.error instanceof PostError && failed.error.status === 400;
  const give = async (): Promise<void> => {
    const answer = await post<{ ceremony?: string }>(route, { ceremony, code }).catch((error: unknown) => {
      setCode('');
      throw error;
    });
    onDone(answer);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void attempt(give);
  };
  return (
    <form method="post" onSubmit={submit} noValidate>
      <Stack>
        <Text size="sm">{children}</Text>
        <TextInput
          name="code"
          label={label}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          error={fault}
          autoComplete="one-time-code"
          inputMode={inputMode}
          spellCheck={false}
          autoCapitalize="none"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the field is the next step of what the person is doing
          autoFocus
          required
          withAsterisk={false}
        />
        <Button type="submit" loading={isBusy} disabled={isOver}>
          Go on
        </Button>
        <Text size="sm">
          <Anchor component="button" type="button" underline="always" onClick={onBack} inherit>
            Begin again
          </Anchor>
        </Text>
      </Stack>
    </form>
  );
}
