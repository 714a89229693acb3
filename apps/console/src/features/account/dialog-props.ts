import type { AccountSummary } from '@goal/contract';

export type AccountDialogProps = { account: AccountSummary; onClose: () => void };
/** For a dialog that ends by showing a secret: after `onSecret`, Back no longer closes it. */
export type SecretDialogProps = AccountDialogProps & { onSecret: () => void };
