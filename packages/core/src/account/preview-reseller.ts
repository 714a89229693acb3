import type { ResellerPreview } from '@goal/contract';

import type { Core } from '../core.ts';
import { graceOf } from '../ground/grace.ts';
import { countKeptBefore, readFacts } from './account-facts.ts';
import type { Caller } from '../ground/caller.ts';
import { describeEffects } from './reseller-sentences.ts';

/**
 * What the reseller flag would mean in the account's own numbers, effect by effect (interface.md §2); the flag that it has: what it means
 * now. Throws `not_found`.
 */
export async function previewReseller(
  core: Core,
  { account }: Pick<Caller, 'account'>,
  enabled: boolean,
): Promise<ResellerPreview> {
  const facts = await readFacts(core, account);
  // Only who ceases to be a reseller is granted a grace; every other sentence tells how many events are too old today.
  const graceDays = facts.isReseller && !enabled ? core.settings.retentionGraceDays : 0;
  const { appliedOn, keptFrom } = graceOf(facts.today, graceDays, facts.plan.retentionDays);
  const events = await countKeptBefore(core, account, keptFrom);
  return {
    is_reseller: facts.isReseller,
    enabled,
    effects: describeEffects(facts, enabled, { graceDays, on: appliedOn, events }),
  };
}
