import type { ResellerPreview } from '@goal/contract';

import type { Core } from '../core.ts';
import { graceOf } from '../ground/grace.ts';
import { countKeptBefore, readFacts } from './account-facts.ts';
import type { Caller } from '../ground/caller.ts';
import { describeEffects } from './reseller-sentences.ts';

/**
 * The effects of setting the reseller flag, one by one, in the account's own figures (interface.md
 * §2). If the flag already has that value, describes its effects now. Throws `not_found`.
 */
export async function previewReseller(
  core: Core,
  { account }: Pick<Caller, 'account'>,
  enabled: boolean,
): Promise<ResellerPreview> {
  const facts = await readFacts(core, account);
  // Only an account that stops being a reseller gets a grace; others count what is too old today.
  const graceDays = facts.isReseller && !enabled ? core.settings.retentionGraceDays : 0;
  const { appliedOn, keptFrom } = graceOf(facts.today, graceDays, facts.plan.retentionDays);
  const events = await countKeptBefore(core, account, keptFrom);
  return {
    is_reseller: facts.isReseller,
    enabled,
    effects: describeEffects(facts, enabled, { graceDays, on: appliedOn, events }),
  };
}
