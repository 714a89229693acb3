import type { MemberSite } from '@goal/contract';
import { DataTable } from '@goal/ui/table/data-table.tsx';
import { WrappingText } from '@goal/ui/text/wrapping-text.tsx';
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

/** Each site with a check box; the newest and the busiest one are marked. */
export function ChoiceTable({ sites, chosen, onChange }: Props) {
  const most = Math.max(...sites.map((site) => site.events_per_day));
  const title = (site: MemberSite, at: number) => (
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
  );
  return (
    <DataTable
      label="Sites to choose from"
      rows={sites}
      keyOf={({ id }) => id}
      columns={[
        { head: 'Site', isTitle: true, className: tables.text, cell: title },
        { head: 'Now', cell: ({ status }) => <SiteStatus status={status} /> },
        { head: 'Health', className: classes.when, cell: (site) => <Health site={site} mayChange={false} /> },
        { head: 'A day', className: classes.figure, cell: (site) => formatAverage(site.events_per_day) },
      ]}
    />
  );
}

function Mark({ text }: { text: string }) {
  return (
    <Badge variant="light" tt="none">
      {text}
    </Badge>
  );
}
