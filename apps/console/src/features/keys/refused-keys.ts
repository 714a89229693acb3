import type { AccountSummary } from '@goal/contract';

/** Why keys are refused while the API is closed; site keys can still send (rulings §2.4). */
export function refusedKeysSentence({ plan }: Pick<AccountSummary, 'plan'>, keyKind: 'account' | 'site'): string {
  const reason = `the ${plan} plan has no API`;
  return keyKind === 'account'
    ? `These keys are refused: ${reason}.`
    : `Reading with these keys is refused: ${reason}. Sending is not.`;
}
