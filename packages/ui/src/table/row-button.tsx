import type { ReactNode } from 'react';

import { WriteButton } from '../write/write-button.tsx';

type Props = {
  /** Names the button together with its row, for screen readers: «Revoke the key abc». */
  label: string;
  isRed?: boolean;
  blocked?: string | undefined;
  loading?: boolean;
  onClick: () => void;
  children: ReactNode;
};

export function RowButton({ label, isRed = false, ...props }: Props) {
  return (
    <WriteButton
      variant="subtle"
      size="compact-sm"
      aria-label={label}
      {...(isRed ? { color: 'red' } : {})}
      {...props}
    />
  );
}
