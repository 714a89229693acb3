import { errorCatalogue } from '@goal/contract';
import { FormDialog } from '@goal/ui/dialog/form-dialog.tsx';
import { SecretDialog } from '@goal/ui/dialog/secret-dialog.tsx';
import { formatMoment } from '@goal/ui/text/time.tsx';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Checkbox, Text } from '@mantine/core';
import { useState } from 'react';

/** Makes another signing secret and shows it once. Only this dialog holds it, until it closes. */
export function RotateDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const rotate = useVerifiedMutation(useTRPC().dashboard.streams.rotateSecret.mutationOptions({ gcTime: 0 }), {
    lost: 'A new secret is made, but nobody can see it any more. Make another.',
  });
  const [endsFormer, setEndsFormer] = useState(false);
  // The secret was renewed a short while ago, also where nobody saw the answer.
  const isHeld = rotate.error?.message === errorCatalogue.former_secret_signs.message;
  if (rotate.data !== undefined)
    return (
      <SecretDialog
        title="New secret"
        what="secret"
        why="because nobody may read it later"
        secret={rotate.data.secret}
        onClose={onClose}
      >
        <Text size="sm">{`Until ${formatMoment(rotate.data.former_until)} the former secret signs as well.`}</Text>
      </SecretDialog>
    );
  return (
    <FormDialog
      title="New secret"
      action="Make the secret"
      mutation={rotate}
      blocked={isHeld && !endsFormer ? 'The former secret still signs.' : undefined}
      onSubmit={() => rotate.mutate({ id, end_former: endsFormer })}
      onClose={onClose}
    >
      <Text size="sm">
        For 24 hours both secrets sign each delivery, so that you can give your receiver the new one meanwhile. Then the
        former one is void.
      </Text>
      {isHeld && (
        <Checkbox
          label="End the former secret now"
          description="A receiver that knows no other one refuses what comes from then on."
          checked={endsFormer}
          onChange={(event) => setEndsFormer(event.currentTarget.checked)}
        />
      )}
    </FormDialog>
  );
}
