import type { Billing } from '@goal/contract';
import { planSentence } from '@goal/ui/lib/plan-sentence.ts';
import { Badge, Button, Text } from '@mantine/core';

import classes from './billing.module.css';
import { priceWords } from './price-words.ts';

export type PricedPlan = Billing['plans'][number];

type Props = { billing: Billing; onChoose: (slug: string) => void };

export function PlansList({ billing: { plan: current, plans }, onChoose }: Props) {
  return (
    <ul aria-label="Plans" className={classes.plans}>
      {plans.map((plan) => (
        <li key={plan.slug} className={classes.plan}>
          <div className={classes.about}>
            <Text span fw={600}>
              {plan.slug}
            </Text>{' '}
            {plan.slug === current && (
              <Badge variant="light" tt="none">
                this account
              </Badge>
            )}
            <Text size="sm" c="dimmed">
              {planSentence(plan)}
            </Text>
          </div>
          {plan.price !== null && <Text size="sm">{priceWords(plan.price)}</Text>}
          {plan.slug !== current && (
            <Button
              variant="default"
              size="xs"
              aria-label={`What changes with ${plan.slug}`}
              onClick={() => onChoose(plan.slug)}
            >
              What changes
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
