import type { RedactionPreview } from '@goal/contract';
import { ConfirmByTypingDialog } from '@goal/ui/dialog/confirm-by-typing-dialog.tsx';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Text } from '@mantine/core';

import { PreviewWords } from './preview-words.tsx';
import type { Whose } from './use-erasure-form.ts';

type Props = { whose: Whose; domain: string; preview: RedactionPreview; onBegun: () => void; onClose: () => void };

export function ConfirmErasure({ whose, domain, preview, onBegun, onClose }: Props) {
  const begin = useVerifiedMutation(useTRPC().dashboard.redactions.create.mutationOptions(), {
    done: 'The erasure has begun.',
    onDone: () => {
      onBegun();
      onClose();
    },
  });
  return (
    <ConfirmByTypingDialog
      title="Erase these traces?"
      name="erase"
      action="Erase"
      mutation={begin}
      onConfirm={() => begin.mutate(whose)}
      onClose={onClose}
    >
      <Text size="sm">
        Of{' '}
        {whose.username !== null && (
          <>
            the user name «<bdi>{whose.username}</bdi>»
          </>
        )}
        {whose.username !== null && whose.user_id !== null && ' and '}
        {whose.user_id !== null && `the user id ${whose.user_id}`} on{' '}
        {whose.site_id === null ? 'all sites' : <bdi>{domain}</bdi>}.
      </Text>
      <PreviewWords preview={preview} />
      <Text size="sm">This cannot be undone.</Text>
    </ConfirmByTypingDialog>
  );
}
