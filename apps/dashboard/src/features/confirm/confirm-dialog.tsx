import { Unloaded } from '@goal/ui/state/unloaded.tsx';
import { Fault } from '@goal/ui/state/fault.tsx';
import { useFocusBack } from '@goal/ui/dialog/use-focus-back.ts';
import { keepTypedTexts } from '@goal/ui/session/typed-texts.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { Button, Divider, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';

import { PasswordField } from '../../lib/password-field.tsx';
import { askForPasskey, canUsePasskeys, type RequestOptions } from '../../lib/passkeys.ts';
import { call, PostError } from '../../lib/post.ts';
import { useAttempt } from '../../lib/use-attempt.ts';
import { useWays } from '../../session/ways.tsx';

type Props = { onEnd: (isConfirmed: boolean) => void };

/** Asks for a proof that counts for 15 minutes (rulings §10.15). */
export function ConfirmDialog({ onEnd }: Props) {
  useFocusBack();
  const me = useQuery(useTRPC().me.get.queryOptions());
  const set = useWays();
  const ways = me.data?.ways;
  const has = {
    password: set?.password !== false && ways !== undefined && ways.password_at !== null,
    passkey: set?.passkey !== false && ways !== undefined && ways.passkeys.length > 0 && canUsePasskeys(),
    code: set?.code === true,
    sso: ways !== undefined && ways.sso.length > 0 ? set?.sso : null,
  };
  const done = (): void => onEnd(true);
  return (
    <Modal opened onClose={() => onEnd(false)} title="Confirm that it is you" closeOnClickOutside={false} zIndex={300}>
      {ways === undefined ? (
        <Unloaded query={me} height="8rem" />
      ) : (
        <Stack>
          <Text size="sm">This act needs a proof that it is you. The proof is valid for 15 minutes.</Text>
          {has.password && <ConfirmByPassword email={me.data?.email ?? ''} onDone={done} />}
          {has.password && (has.passkey || has.code || Boolean(has.sso)) && <Divider label="or" />}
          {has.passkey && <ConfirmByPasskey isFirst={!has.password} onDone={done} />}
          {has.code && <ConfirmByCode onDone={done} />}
          {has.sso !== null && has.sso !== undefined && (
            <>
              <Button
                component="a"
                variant="default"
                href={`/api/entry/sso?${ssoQuery(me.data?.id ?? '')}`}
                onClick={keepTypedTexts}
              >
                Confirm with {has.sso.name}
              </Button>
              <Text size="sm" c="dimmed">
                Afterwards you return to this page, with what you have typed, and repeat the act.
              </Text>
            </>
          )}
          {!has.password && !has.passkey && !has.code && !has.sso && (
            <Text size="sm" role="alert">
              You have no way to sign in that works in this browser. Use the device with your passkey, or ask the
              operator of this service for a link.
            </Text>
          )}
        </Stack>
      )}
    </Modal>
  );
}

function ssoQuery(person: string): URLSearchParams {
  const { pathname, search } = window.location;
  return new URLSearchParams({ confirm: '', person, next: `${pathname}${search}` });
}

function ConfirmByPasskey({ isFirst, onDone }: { isFirst: boolean; onDone: () => void }) {
  const { attempt, isBusy, fault } = useAttempt();
  const confirm = async (): Promise<void> => {
    type Begun = { options: RequestOptions; ceremony: string };
    const { options, ceremony } = await call<Begun>('me.confirm.passkey.begin');
    const response = await askForPasskey(options);
    await call('me.confirm.passkey.finish', { ceremony, response });
    onDone();
  };
  return (
    <div>
      <Button
        variant={isFirst ? 'filled' : 'default'}
        fullWidth
        loading={isBusy}
        onClick={() => void attempt(confirm)}
        {...(isFirst ? { 'data-autofocus': true } : {})}
      >
        Confirm with a passkey
      </Button>
      {fault !== undefined && <Fault>{fault}</Fault>}
    </div>
  );
}

function ConfirmByPassword({ email, onDone }: { email: string; onDone: () => void }) {
  const { attempt, isBusy, fault } = useAttempt();
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const password = new FormData(event.currentTarget).get('password');
    void attempt(() => call('me.confirm.password', { password }).then(onDone));
  };
  return (
    <form method="post" onSubmit={submit} noValidate>
      <Stack>
        <PasswordField
          email={email}
          label="Your password"
          error={fault}
          autoComplete="current-password"
          data-autofocus
        />
        <Button type="submit" loading={isBusy}>
          Confirm
        </Button>
      </Stack>
    </form>
  );
}

function ConfirmByCode({ onDone }: { onDone: () => void }) {
  const { attempt, isBusy, fault } = useAttempt();
  const [ceremony, setCeremony] = useState<string>();
  const ask = async (): Promise<'stay'> => {
    setCeremony((await call<{ ceremony: string }>('me.confirm.code.ask')).ceremony);
    return 'stay';
  };
  const give = async (code: unknown): Promise<'stay'> => {
    await call('me.confirm.code.give', { ceremony, code }).catch((error: unknown) => {
      // A code that has expired, or was tried too often: another one is asked for.
      if (error instanceof PostError && error.status === 400) setCeremony(undefined);
      throw error;
    });
    onDone();
    return 'stay';
  };
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const code = new FormData(event.currentTarget).get('code');
    void attempt(() => give(code));
  };
  if (ceremony === undefined)
    return (
      <div>
        <Button variant="default" fullWidth loading={isBusy} onClick={() => void attempt(ask)}>
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
