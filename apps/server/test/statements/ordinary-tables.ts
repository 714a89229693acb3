/** The tables that stay on the coordinator of Citus, where it has one (docs/scale.md). */
export const ordinaryTables = [
  'account',
  'account_key',
  'account_use',
  'act',
  'action',
  'admin_token',
  'applied_payment',
  'brake',
  'brand',
  'ceremony',
  'checkout',
  'chosen_sites',
  'export',
  'gone_account',
  'gone_site',
  'group_key',
  'identity',
  'instance',
  'invitation',
  'legal_hold',
  'log_key',
  'mail',
  'membership',
  'operator_session',
  'passkey',
  'payment_refusal',
  'person',
  'plan',
  'recovery_code',
  'redaction',
  'retention_cut',
  'retention_state',
  'saved_view',
  'seal_key',
  'session',
  'session_entry',
  'silent_site',
  'site',
  'site_arrival',
  'site_group',
  'site_key',
  'stream',
  'stream_delivery',
  'stream_key',
  'stream_set_aside',
  'subscription',
  'tail_era',
  'unsubscribe_token',
  'weekly_mail',
  'word_sweep',
  'work_turn',
] as const;

/**
 * Statements that name tables of both kinds, each with the reason for which Citus runs it. `$1` is
 * the account in all of them: Citus sends the few ordinary rows to the machine of the account, or
 * runs a part that refers to nothing outside before the rest. Statements of the same shapes were
 * run on Citus (docs/scale.md).
 */
export const namesBoth: Readonly<Record<string, string>> = {
  ...reasoned('deleted sites are taken off', [
    'activity of account',
    'kept before a day',
    'kept of account',
    'summary of days of an account',
    'top codes',
  ]),
  ...reasoned('sites lead to their counters one by one', [
    'activity of group',
    'days with events of sites',
    'events of groups today',
    'quiet sites',
    'top sites',
    'usage of group',
  ]),
  ...reasoned('the sum of the month refers to nothing outside', ['facts of account', 'usage of account']),
};

function reasoned(reason: string, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, reason]));
}
