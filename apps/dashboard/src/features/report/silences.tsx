import type { Report } from '@goal/contract';
import { formatUtcDay } from '@goal/ui/text/time.tsx';
import { WrappingText } from '@goal/ui/text/wrapping-text.tsx';
import { countOf, formatNumber } from '@goal/ui/lib/numbers.ts';
import { DataTable } from '@goal/ui/table/data-table.tsx';

import { emptyDays } from './gaps.ts';
import classes from './report.module.css';
import { Section } from './section.tsx';

/** What was not recorded: days without any event, and sites that fell silent. */
export function Silences({ report }: { report: Report }) {
  const { sites, more } = report.silences;
  const empty = emptyDays(report);
  return (
    <Section title="What was not recorded">
      {empty.count > 0 && (
        <p>{`On ${countOf(empty.count, 'day')} nothing was recorded at all: ${empty.ranges.join('; ')}.`}</p>
      )}
      <DataTable
        label="Sites that fell silent"
        scrolls
        regionClass={classes.table}
        rows={sites}
        empty={<p>No site that usually sends events fell silent.</p>}
        keyOf={({ site_id: id, from }) => `${id} ${from}`}
        columns={[
          {
            head: 'Site',
            isTitle: true,
            className: classes.name,
            cell: ({ domain = '' }) => <WrappingText value={domain} />,
          },
          { head: 'Silent from', cell: ({ from }) => formatUtcDay(from) },
          { head: 'to', cell: ({ to }) => formatUtcDay(to) },
          { head: 'Days', isFigure: true, cell: ({ days }) => formatNumber(days) },
          { head: 'Usual gap, days', isFigure: true, cell: ({ usual_gap_days: usual }) => formatNumber(usual) },
        ]}
      />
      {more > 0 && <p>{`There are ${countOf(more, 'more silence', 'more silences')}.`}</p>}
    </Section>
  );
}
