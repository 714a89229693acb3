/** Cause and cure of each sentence about erasure, legal hold and proof (rulings §13, §16). */
export const erasureAdvice = {
  confirm_redaction: [
    'An [erasure](erasure.md) was asked for without the confirmation.',
    'Add `?confirm=true`. What is erased cannot be brought back.',
  ],
  username_or_user_id: [
    'The body does not say whose events.',
    'Send `username`, or `site_id` and `user_id`, or all three.',
  ],
  site_id_required: [
    '`user_id` stands without a site: the same number of two sites is two people.',
    'Add the `site_id`.',
  ],
  redaction_running: [
    'The account erases the traces of somebody already.',
    'Wait until `GET /account/redactions/{id}` says `done`.',
  ],
  reason_required: ['A legal hold has no `reason`.', 'Say why nothing may be deleted: a case number is enough.'],
  hundred_holds: ['The account has a hundred legal holds that run.', 'End one, or set one for the whole account.'],
  hold_of_provider: ['An operator of the service set this hold.', 'Ask your provider.'],
  on_legal_hold: [
    'A [legal hold](erasure.md#legal-hold) covers the site or the account, so nothing of it is deleted.',
    'See `GET /account/holds`. End the hold when nothing needs to be kept any more.',
  ],
  not_sealed: [
    'The signed log of the account does not have it yet: it is sealed a few seconds behind each event. After a restore or a failover nothing is sealed until the operator confirms.',
    'Wait for `Retry-After`, and ask again.',
  ],
} as const satisfies Record<string, readonly [cause: string, cure: string]>;
