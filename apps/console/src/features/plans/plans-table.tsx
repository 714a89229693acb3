'use client';

import type { PlanView } from '@goal/contract';
import { SkeletonRows } from '@goal/ui/components/skeletons.tsx';
import { TableRegion } from '@goal/ui/components/table-region.tsx';
import { WriteButton } from '@goal/ui/components/write-button.tsx';
import { formatNumber } from '@goal/ui/lib/numbers.ts';

import classes from './plans.module.css';

type Props = {
  /** Undefined while they are loading. */
  rows: readonly PlanView[] | undefined;
  onChange: (slug: string) => void;
};

/** One row per plan, the smallest first. */
export function PlansTable({ rows, onChange }: Props) {
  return (
    <TableRegion label="Plans">
      <table className={classes.table} aria-busy={rows === undefined}>
        <thead>
          <tr>
            <th scope="col">Plan</th>
            <th scope="col" data-figure>
              Active sites
            </th>
            <th scope="col" data-figure>
              Days kept
            </th>
            <th scope="col" data-figure>
              Fair-use events a month
            </th>
            <th scope="col" data-figure>
              Keys per site
            </th>
            <th scope="col">API</th>
            <th scope="col" className={classes.acts}>
              Limits
            </th>
          </tr>
        </thead>
        <tbody>
          {rows === undefined ? (
            <SkeletonRows rows={4} columns={7} />
          ) : (
            rows.map((plan) => <PlanRow key={plan.slug} plan={plan} onChange={onChange} />)
          )}
        </tbody>
      </table>
    </TableRegion>
  );
}

function PlanRow({ plan, onChange }: { plan: PlanView; onChange: Props['onChange'] }) {
  return (
    <tr>
      <th scope="row">{plan.slug}</th>
      <td data-figure>{formatNumber(plan.sites)}</td>
      <td data-figure>{formatNumber(plan.retention_days)}</td>
      <td data-figure>
        {formatNumber(plan.fair_use_events)}
        {plan.hard_limit_events === undefined ? '' : `, at most ${formatNumber(plan.hard_limit_events)}`}
      </td>
      <td data-figure>{formatNumber(plan.keys_per_site)}</td>
      <td>{plan.api ? 'yes' : 'no'}</td>
      <td>
        <WriteButton
          variant="subtle"
          size="compact-sm"
          aria-label={`Change limits of ${plan.slug}`}
          onClick={() => onChange(plan.slug)}
        >
          Change
        </WriteButton>
      </td>
    </tr>
  );
}
