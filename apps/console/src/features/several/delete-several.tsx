import { countOf } from '@goal/ui/lib/numbers.ts';
import type { ComponentProps } from 'react';

import { SeveralDialog } from './several-dialog.tsx';

type Props = Pick<
  ComponentProps<typeof SeveralDialog>,
  'noun' | 'rows' | 'effects' | 'warning' | 'onBegin' | 'onEnd' | 'onClose'
> & { remove: (input: { id: string; confirm: true; reason: string }) => Promise<unknown> };

export function DeleteSeveral({ remove, ...props }: Props) {
  return (
    <SeveralDialog
      {...props}
      title={`Delete ${countOf(props.rows.length, props.noun)}`}
      action={(count) => `Delete ${count}`}
      color="red"
      isFinal
      act={async (id, why) => {
        await remove({ id, confirm: true, reason: why });
        return 'Deleted.';
      }}
    />
  );
}
