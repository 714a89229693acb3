import { useTextFields } from '@goal/ui/field/use-text-fields.ts';
import { CopyButton } from '@goal/ui/text/copy-button.tsx';
import { FormDialog } from '@goal/ui/dialog/form-dialog.tsx';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Group, Text, TextInput } from '@mantine/core';
import { encode } from 'uqr';

import { RecoveryCodes } from './recovery-codes.tsx';
import classes from './me.module.css';

export function TurnOnSecondFactor({ onClose }: { onClose: () => void }) {
  const { totp } = useTRPC().me;
  const begin = useVerifiedMutation(totp.begin.mutationOptions({ gcTime: 0 }), { lost: 'Try again.', renews: false });
  const finish = useVerifiedMutation(totp.finish.mutationOptions({ gcTime: 0 }), {
    done: 'The second factor is on. Make new recovery codes: nobody has seen these.',
    told: false,
    onLost: onClose,
  });
  const form = useTextFields({ code: '' }, finish, () => 'code');
  if (finish.data !== undefined) return <RecoveryCodes codes={finish.data.recovery_codes} onClose={onClose} />;
  if (begin.data === undefined)
    return (
      <FormDialog
        title="Turn the second factor on"
        action="Go on"
        mutation={begin}
        onSubmit={() => begin.mutate()}
        onClose={onClose}
      >
        <Text size="sm">
          You need an authenticator: an app on your phone, or a password manager, that shows a code of six digits. You
          scan a picture with it, and type one code here.
        </Text>
      </FormDialog>
    );
  const { uri, secret } = begin.data;
  return (
    <FormDialog
      title="Turn the second factor on"
      action="Turn on"
      mutation={form.mutation}
      onSubmit={() => finish.mutate(form.texts)}
      onClose={onClose}
    >
      <Text size="sm">Scan this picture with your authenticator, or type the secret into it.</Text>
      <QrCode text={uri} label="The secret as a QR code. It is below as text." />
      <Group gap="xs">
        <Text size="sm" className={classes.secret} data-testid="totp-secret">
          {secret}
        </Text>
        <CopyButton value={secret} what="secret" />
      </Group>
      <TextInput
        label="Code"
        description="The six digits that it shows now."
        {...form.field('code')}
        autoComplete="one-time-code"
        inputMode="numeric"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the field is the next step of what the person is doing
        autoFocus
      />
    </FormDialog>
  );
}

const border = 2;

/** A text as a QR code, drawn in this page: no service learns the text. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      className={classes.qr}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={dark.join('')} fill="currentColor" />
    </svg>
  );
}
