import { type Report, severities } from '@goal/contract';
import { TableRegion } from '@goal/ui/components/table-region.tsx';
import { formatUtcDay } from '@goal/ui/components/time.tsx';
import { formatNumber } from '@goal/ui/lib/numbers.ts';

import { WrappingText } from '@goal/ui/components/wrapping-text.tsx';

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

/** The largest groups of a count; nothing where there are none. */
export function Ranking({ title, noun, rows, other = 0, last }: RankingProps) {
  if (rows.length === 0) return null;
  const rests = [{ name: 'All others', events: other }, ...(last === undefined ? [] : [last])];
  return (
    <Section title={title}>
      <TableRegion label={title} className={classes.table}>
        <table>
          <thead>
            <tr>
              <th scope="col">{noun}</th>
              <th scope="col" data-figure>
                Events
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, name, of, events }) => (
              <tr key={key}>
                <th scope="row" className={classes.name}>
                  <WrappingText value={name} />
                  {of !== undefined && (
                    <span className={classes.of}>
                      <WrappingText value={of} />
                    </span>
                  )}
                </th>
                <td data-figure>{formatNumber(events)}</td>
              </tr>
            ))}
            {rests
              .filter(({ events }) => events > 0)
              .map(({ name, events }) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td data-figure>{formatNumber(events)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </TableRegion>
    </Section>
  );
}

/** The figures of the chart. */
export function Days({ days }: { days: Report['by_day'] }) {
  return (
    <Section title="Events by day">
      <TableRegion label="Events by day" className={classes.table}>
        <table>
          <thead>
            <tr>
              <th scope="col">UTC day</th>
              {severities.map((severity) => (
                <th key={severity} scope="col" data-figure>
                  {severity}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map((day) => (
              <tr key={day.day}>
                <th scope="row" className={classes.moment}>
                  {formatUtcDay(day.day)}
                </th>
                {severities.map((severity) => (
                  <td key={severity} data-figure>
                    {formatNumber(day[severity])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </TableRegion>
    </Section>
  );
}
