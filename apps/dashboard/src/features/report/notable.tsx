import { cutText, withoutLinks, type Report } from '@goal/contract';
import { WrappingText } from '@goal/ui/text/wrapping-text.tsx';
import { countOf, formatNumber } from '@goal/ui/lib/numbers.ts';
import { DataTable } from '@goal/ui/table/data-table.tsx';

import { utcSecond } from '../filters/query/clock.ts';
import { StrangersText } from '../log/panel/strangers-text.tsx';
import classes from './report.module.css';
import { Section } from './section.tsx';

const messageLength = 300;

/** A program that shows the report as a PDF makes no link of what strangers wrote. */
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
      <DataTable
        label="High and critical events"
        scrolls
        regionClass={classes.table}
        rows={events}
        keyOf={({ id }) => String(id)}
        columns={[
          { head: 'UTC', className: classes.moment, cell: ({ occurred_at: at }) => utcSecond(Date.parse(at)) },
          { head: 'Severity', cell: ({ severity }) => severity },
          hasSites && {
            head: 'Site',
            className: classes.name,
            cell: ({ domain = '' }) => <WrappingText value={domain} />,
          },
          {
            head: 'Person',
            className: classes.name,
            cell: ({ username, ip }) => (
              <>
                <StrangersText value={withoutLinks(username)} />
                {ip !== undefined && <span className={classes.of}>{ip}</span>}
              </>
            ),
          },
          {
            head: 'Event',
            className: classes.message,
            cell: ({ code, message }) => (
              <>
                {code} <StrangersText value={withoutLinks(cutText(message, messageLength))} />
                {message.length > cutText(message, messageLength).length && ' …'}
              </>
            ),
          },
        ]}
      />
    </Section>
  );
}
