import { SetHoldDialog } from '@goal/ui/dialog/set-hold-dialog.tsx';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';

import { useSiteField } from './use-site-field.ts';

export function SetHold({ onClose }: { onClose: () => void }) {
  const set = useVerifiedMutation(useTRPC().dashboard.holds.create.mutationOptions(), {
    done: 'The hold is set.',
    onDone: onClose,
  });
  return (
    <SetHoldDialog
      about="Nothing that it covers is deleted until an owner ends it."
      hint="Such as the number of a case; owners and admins read it"
      site={useSiteField()}
      mutation={set}
      onSet={set.mutate}
      onClose={onClose}
    />
  );
}
