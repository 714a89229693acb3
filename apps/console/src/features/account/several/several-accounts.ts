import type { SeveralRow } from '../../several/several-rows.tsx';

/** Accounts that were selected in a list. */
export type SeveralAccountsProps = {
  accounts: readonly SeveralRow[];
  onEnd: () => void;
  onClose: () => void;
};
