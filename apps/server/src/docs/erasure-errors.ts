/**
 * The cause and the cure of each sentence about erasure, legal hold and proof (rulings §13, §16).
 */
export const erasureAdvice = {
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
