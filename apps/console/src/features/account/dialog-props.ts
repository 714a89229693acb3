import type { AccountSummary } from '@goal/contract';

export type AccountDialogProps = { account: AccountSummary; onClose: () => void };
/** Of a dialog that shows a secret: while it does, Back must not take it away. */
export type SecretDialogProps = AccountDialogProps & { onSecret: () => void };
