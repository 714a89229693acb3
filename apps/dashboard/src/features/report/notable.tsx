import { cutText, withoutLinks, type Report } from '@goal/contract';
import { TableRegion } from '@goal/ui/components/table-region.tsx';
import { WrappingText } from '@goal/ui/components/wrapping-text.tsx';
import { countOf, formatNumber } from '@goal/ui/lib/numbers.ts';

import { utcSecond } from '../log/clock.ts';
import { StrangersText } from '../log/strangers-text.tsx';
import classes from './report.module.css';
import { Section } from './section.tsx';

/** Code points of a message on paper. */
const messageLength = 300;

/**
 * The newest events of high and critical severity, and how many more there are. A program that
 * shows the report as a PDF makes no link of what strangers wrote.
 */
export function Notable({ notable, hasSites }: { notable: Report['notable']; hasSites: boolean }) {
  const { events, more } = notable;
  if (events.length === 0)
    return (
      <Section title="High and critical events">
        <p>There were none.</p>
      </Section>
    );
  return (
    <Section title="High and critical events">
      {more > 0 && (
        <p>{`The newest ${formatNumber(events.length)} are listed. There are ${countOf(more, 'more event', 'more events')}.`}</p>
      )}
      <TableRegion label="High and critical events" className={classes.table}>
        <table>
          <thead>
            <tr>
              <th scope="col">UTC</th>
              <th scope="col">Severity</th>
              {hasSites && <th scope="col">Site</th>}
              <th scope="col">Person</th>
              <th scope="col">Event</th>
            </tr>
          </thead>
          <tbody>
            {events.map(({ id, occurred_at: at, severity, domain = '', username, ip, code, message }) => (
              <tr key={id}>
                <td className={classes.moment}>{utcSecond(Date.parse(at))}</td>
                <td>{severity}</td>
                {hasSites && (
                  <td className={classes.name}>
                    <WrappingText value={domain} />
                  </td>
                )}
                <td className={classes.name}>
                  <StrangersText value={withoutLinks(username)} />
                  {ip !== undefined && <span className={classes.of}>{ip}</span>}
                </td>
                <td className={classes.message}>
                  {code} <StrangersText value={withoutLinks(cutText(message, messageLength))} />
                  {message.length > cutText(message, messageLength).length && ' …'}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableRegion>
    </Section>
  );
}
