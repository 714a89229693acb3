import type { MemberSite } from '@goal/contract';
import { StackedCell, StackedHead, StackedRow, StackedTable } from '@goal/ui/components/stacked-table.tsx';
import { WrappingText } from '@goal/ui/components/wrapping-text.tsx';
import { formatAverage } from '@goal/ui/lib/numbers.ts';
import { SiteStatus } from '@goal/ui/site/site-status.tsx';
import { Badge, Text } from '@mantine/core';

import { Health } from '../sites/health.tsx';
import classes from '../sites/sites.module.css';
import tables from '../table.module.css';

type Props = {
  /** The newest first. */
  sites: readonly MemberSite[];
  chosen: ReadonlySet<string>;
  onChange: (id: string, isOn: boolean) => void;
};

const columns = ['Site', 'Now', 'Health', 'A day'];

/** Each site with a check box; the newest and the busiest one are marked. */
export function ChoiceTable({ sites, chosen, onChange }: Props) {
  const most = Math.max(...sites.map((site) => site.events_per_day));
  return (
    <StackedTable label="Sites to choose from" columns={columns} isBusy={false}>
      {sites.map((site, at) => (
        <StackedRow key={site.id}>
          <StackedHead className={tables.text}>
            <label className={classes.named}>
              <input
                type="checkbox"
                className={classes.tick}
                checked={chosen.has(site.id)}
                onChange={(event) => onChange(site.id, event.currentTarget.checked)}
              />
              <span>
                <WrappingText value={site.domain} /> {at === 0 && <Mark text="newest" />}{' '}
                {most > 0 && site.events_per_day === most && <Mark text="busiest" />}
                {site.name !== null && (
                  <Text span display="block" size="sm" c="dimmed" fw={400}>
                    <bdi>{site.name}</bdi>
                  </Text>
                )}
              </span>
            </label>
          </StackedHead>
          <StackedCell of="Now">
            <SiteStatus status={site.status} />
          </StackedCell>
          <StackedCell of="Health" className={classes.when}>
            <Health site={site} mayChange={false} />
          </StackedCell>
          <StackedCell of="A day" className={classes.figure}>
            {formatAverage(site.events_per_day)}
          </StackedCell>
        </StackedRow>
      ))}
    </StackedTable>
  );
}

function Mark({ text }: { text: string }) {
  return (
    <Badge variant="light" tt="none">
      {text}
    </Badge>
  );
}
