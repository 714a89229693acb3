import type { PlanPreview as Preview } from '@goal/contract';
import { Alert, Stack, Text } from '@mantine/core';

import { countOf, formatNumber } from '../lib/numbers.ts';
import classes from './plan-preview.module.css';

/** What a change of plan would do to an account, in its own numbers. */
export function PlanPreview({ preview }: { preview: Preview }) {
  const { sites, sites_to_pause: pausing, retention_days: retention, sentences } = preview;
  const more = pausing - sites.length;
  return (
    <Stack gap="xs">
      <Text size="sm" fw={600}>
        {preview.from} → {preview.to}
        {retention.from !== retention.to &&
          `: retention ${countOf(retention.from, 'day')} → ${countOf(retention.to, 'day')}`}
      </Text>
      <ul className={classes.names}>
        {sentences.map((sentence) => (
          <Text key={sentence} component="li" size="sm">
            {sentence}
          </Text>
        ))}
      </ul>
      {pausing > 0 && (
        <Alert color="orange" title={`${countOf(pausing, 'site')} will be paused, the newest first`}>
          <ul className={classes.names} aria-label="Sites that will be paused">
            {sites.map(({ id, domain, name }) => (
              <li key={id}>
                <bdi>{domain}</bdi>
                {name !== null && (
                  <>
                    {' '}
                    (<bdi>{name}</bdi>)
                  </>
                )}
              </li>
            ))}
            {more > 0 && <li>and {formatNumber(more)} more</li>}
          </ul>
        </Alert>
      )}
    </Stack>
  );
}
