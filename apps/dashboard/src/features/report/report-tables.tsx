import { type Report, severities } from '@goal/contract';
import { formatUtcDay } from '@goal/ui/text/time.tsx';
import { WrappingText } from '@goal/ui/text/wrapping-text.tsx';
import { formatNumber } from '@goal/ui/lib/numbers.ts';
import { DataTable } from '@goal/ui/table/data-table.tsx';

import classes from './report.module.css';
import { Section } from './section.tsx';

type Row = { key: string; name: string; of?: string; events: number };
type RankingProps = {
  title: string;
  noun: string;
  rows: readonly Row[];
  other?: number;
  /** What is counted apart, behind the others. */
  last?: { name: string; events: number };
};

export function Ranking({ title, noun, rows, other = 0, last }: RankingProps) {
  if (rows.length === 0) return null;
  const rests: Row[] = [{ name: 'All others', events: other }, ...(last === undefined ? [] : [last])]
    .filter(({ events }) => events > 0)
    .map((rest) => ({ key: rest.name, ...rest }));
  return (
    <Section title={title}>
      <DataTable
        label={title}
        scrolls
        regionClass={classes.table}
        rows={[...rows, ...rests]}
        keyOf={({ key }) => key}
        columns={[
          {
            head: noun,
            isTitle: true,
            className: classes.name,
            cell: ({ name, of }) => (
              <>
                <WrappingText value={name} />
                {of !== undefined && (
                  <span className={classes.of}>
                    <WrappingText value={of} />
                  </span>
                )}
              </>
            ),
          },
          { head: 'Events', isFigure: true, cell: ({ events }) => formatNumber(events) },
        ]}
      />
    </Section>
  );
}

export function Days({ days }: { days: Report['by_day'] }) {
  return (
    <Section title="Events by day">
      <DataTable
        label="Events by day"
        scrolls
        regionClass={classes.table}
        rows={days}
        keyOf={({ day }) => day}
        columns={[
          { head: 'UTC day', isTitle: true, className: classes.moment, cell: ({ day }) => formatUtcDay(day) },
          ...severities.map((severity) => ({
            head: severity,
            isFigure: true,
            cell: (day: Report['by_day'][number]) => formatNumber(day[severity]),
          })),
        ]}
      />
    </Section>
  );
}
