import { Time } from '@goal/ui/text/time.tsx';
import { WriteButton } from '@goal/ui/write/write-button.tsx';
import { countOf, formatNumber } from '@goal/ui/lib/numbers.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { Alert, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import classes from '../account.module.css';
import { useActivateSites } from './use-activate-sites.ts';

/**
 * Offers to reactivate the sites that the last downgrade paused, while any of them is still paused.
 */
export function LastDowngrade({ id }: { id: string }) {
  const { data } = useQuery(useTRPC().admin.accounts.summary.queryOptions({ id }));
  const { isBusy, activateLastDowngrade } = useActivateSites(id);
  const last = data?.last_downgrade ?? null;
  if (last === null) return null;
  const { at, sites_paused: paused, sites_that_fit: fit } = last;
  return (
    <Alert color="orange" className={classes.lastDowngrade ?? ''}>
      <Group gap="sm" justify="space-between">
        <Text size="sm">
          The last downgrade, <Time value={at} as="ago" />, paused {countOf(paused, 'site')} that{' '}
          {paused === 1 ? 'is' : 'are'} still paused.
          {fit === 0 && ' The plan has no room for another site.'}
          {fit > 0 && fit < paused && ` The plan has room for ${formatNumber(fit)} of them, the newest.`}
        </Text>
        <WriteButton
          size="xs"
          loading={isBusy}
          blocked={fit === 0 ? 'The plan has no room for another site' : undefined}
          onClick={activateLastDowngrade}
        >
          {fit < paused && fit > 0
            ? `Activate the newest ${formatNumber(fit)}`
            : `Activate ${paused === 1 ? 'it' : `all ${formatNumber(paused)}`}`}
        </WriteButton>
      </Group>
    </Alert>
  );
}
