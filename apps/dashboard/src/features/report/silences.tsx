import type { Report } from '@goal/contract';
import { TableRegion } from '@goal/ui/components/table-region.tsx';
import { formatUtcDay } from '@goal/ui/components/time.tsx';
import { WrappingText } from '@goal/ui/components/wrapping-text.tsx';
import { countOf, formatNumber } from '@goal/ui/lib/numbers.ts';

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
      {sites.length === 0 ? (
        <p>No site that usually sends events fell silent.</p>
      ) : (
        <TableRegion label="Sites that fell silent" className={classes.table}>
          <table>
            <thead>
              <tr>
                <th scope="col">Site</th>
                <th scope="col">Silent from</th>
                <th scope="col">to</th>
                <th scope="col" data-figure>
                  Days
                </th>
                <th scope="col" data-figure>
                  Usual gap, days
                </th>
              </tr>
            </thead>
            <tbody>
              {sites.map(({ site_id: id, domain = '', from, to, days, usual_gap_days: usual }) => (
                <tr key={`${id} ${from}`}>
                  <th scope="row" className={classes.name}>
                    <WrappingText value={domain} />
                  </th>
                  <td>{formatUtcDay(from)}</td>
                  <td>{formatUtcDay(to)}</td>
                  <td data-figure>{formatNumber(days)}</td>
                  <td data-figure>{formatNumber(usual)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableRegion>
      )}
      {more > 0 && <p>{`There are ${countOf(more, 'more silence', 'more silences')}.`}</p>}
    </Section>
  );
}
