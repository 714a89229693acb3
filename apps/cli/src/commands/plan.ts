import { DomainError, hardLimitBounds, planBounds, type PlanView } from '@goal/contract';
import { listPlans, setPlanLimits, type Actor } from '@goal/core';
import { Command, InvalidArgumentError } from 'commander';

import { Refusal } from '../refusal.ts';
import { say, sayJson, sayLine } from '../terminal.ts';
import { withCore } from '../with-core.ts';

const actor: Actor = { kind: 'cli', name: 'goal plan' };
type Limits = { sites?: number; retentionDays?: number; fairUse?: number; hardLimit?: number | 'none'; json?: true };

/** `goal plan list|set` (rulings §4, §9.1): the limits of each plan. */
export function planCommand(): Command {
  return new Command('plan').description('show and change what each plan allows').addCommand(list()).addCommand(set());
}

function list(): Command {
  return new Command('list')
    .description('list the plans with their limits')
    .option('--json', 'print one JSON object: {"plans": [{"slug", "sites", "retention_days", …}]}')
    .addHelpText('after', '\nExample:\n  goal plan list')
    .action(async ({ json }: { json?: true }) => {
      const plans = await withCore(({ core }) => listPlans(core));
      if (json) return sayJson({ plans });
      for (const plan of plans) sayLine(inWords(plan));
    });
}

function set(): Command {
  return new Command('set')
    .description('change limits of a plan; the next request is judged by them')
    .argument('<slug>', 'the plan, as the list names it')
    .option('--sites <n>', 'the number of active sites', within('sites'))
    .option(
      '--retention-days <n>',
      'the days that events are kept; a shorter retention takes effect after the grace period',
      within('retention_days'),
    )
    .option('--fair-use <n>', 'the events per month above which a mail is sent', within('fair_use_events'))
    .option(
      '--hard-limit <n>',
      'the events per month from which on new ones are refused; none takes the limit off',
      (text) => (text === 'none' ? text : wholeNumber(hardLimitBounds)(text)),
    )
    .option('--json', 'print one JSON object: the changed plan')
    .addHelpText('after', '\nExamples:\n  goal plan set pro --sites 30\n  goal plan set free --hard-limit 30000')
    .action(async (slug: string, { json, sites, retentionDays, fairUse, hardLimit }: Limits) => {
      if ([sites, retentionDays, fairUse, hardLimit].every((limit) => limit === undefined))
        throw new Refusal('Nothing to change: give --sites, --retention-days, --fair-use or --hard-limit.');
      const plans = await withCore(async ({ core }) => {
        await setPlanLimits(core, actor, slug, {
          sites,
          retention_days: retentionDays,
          fair_use_events: fairUse,
          hard_limit_events: hardLimit === 'none' ? null : hardLimit,
        });
        return listPlans(core);
      }).catch((error: unknown) => {
        if (!(error instanceof DomainError && error.code === 'not_found')) throw error;
        throw new Refusal('There is no such plan. To list the plans: npm run -s goal -- plan list');
      });
      const plan = plans.find((one) => one.slug === slug);
      if (plan === undefined || json) return sayJson(plan ?? {});
      say(inWords(plan));
      if (sites !== undefined) say('Existing sites above a lower limit stay as they are.');
      if (retentionDays !== undefined) say('A shorter retention takes effect after the grace period.');
    });
}

function inWords(plan: PlanView): string {
  const count = (number: number): string => new Intl.NumberFormat('en').format(number);
  const most = plan.hard_limit_events === undefined ? '' : ` (at most ${count(plan.hard_limit_events)})`;
  return `${plan.slug.padEnd(10)} ${count(plan.sites)} ${plan.sites === 1 ? 'site' : 'sites'}, ${count(plan.retention_days)} days, ${count(plan.fair_use_events)} events a month${most}, API: ${plan.api ? 'yes' : 'no'}`;
}

const within = (name: keyof typeof planBounds): ((text: string) => number) => wholeNumber(planBounds[name]);

const wholeNumber =
  ({ min, max }: { min: number; max: number }) =>
  (text: string): number => {
    const value = Number(text);
    if (/^[0-9]{1,16}$/.test(text) && value >= min && value <= max) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
  };
