import { type Report, severities, withoutLinks } from '@goal/contract';
import { DataTable } from '@goal/ui/table/data-table.tsx';
import { formatUtcDay } from '@goal/ui/text/time.tsx';
import { countOf, formatNumber } from '@goal/ui/lib/numbers.ts';
import { WrappingText } from '@goal/ui/text/wrapping-text.tsx';
import { type ReactNode, useId, useState } from 'react';

import { nameOfAccount } from '../account/name-of-account.ts';
import { useAccount } from '../account/use-account.ts';
import { BrandMark } from '../brand/brand-mark.tsx';
import { DayChart } from './day-chart.tsx';
import { emptyDays, gapsOf } from './gaps.ts';
import { Notable } from './notable.tsx';
import { Days, Ranking } from './report-tables.tsx';
import { Section } from './section.tsx';
import classes from './report.module.css';

type Props = { report: Report; isOld: boolean; madeAt: number };

/** The report itself. On paper it needs neither colours of the ground nor scripts. */
export function PrintedReport({ report, isOld, madeAt }: Props) {
  const { brand, changes, by_severity: counts, top_sites: sites, top_codes: codes, top_users: users } = report;
  return (
    <article className={classes.report} aria-label="Report" aria-busy={isOld}>
      {brand !== null && <BrandMark brand={brand} />}
      <Subject report={report} madeAt={madeAt} />
      <Note />
      <Section title="Events by severity">
        <dl className={classes.severities}>
          <div>
            <dt>All</dt>
            <dd>{formatNumber(report.events)}</dd>
          </div>
          {severities.toReversed().map((severity) => (
            <div key={severity}>
              <dt>{severity}</dt>
              <dd>{formatNumber(counts[severity])}</dd>
            </div>
          ))}
        </dl>
        <DayChart days={report.by_day} />
      </Section>
      <div className={classes.columns}>
        {sites !== null && (
          <Ranking
            title="Sites"
            noun="Site"
            rows={sites.sites.map(({ site_id: id, domain, events }) => ({ key: id, name: domain ?? '', events }))}
            other={sites.other}
          />
        )}
        <Ranking title="What happened" noun="Kind" rows={codes.codes.map(ofCode)} other={codes.other} />
        <Ranking
          title="Who did most"
          noun="Person"
          rows={users.users.map(({ user_id: id, username, site_id: site, domain, events }) => ({
            key: `${site} ${id}`,
            name: `${withoutLinks(username)} (#${id})`,
            ...(sites === null || domain === undefined ? {} : { of: domain }),
            events,
          }))}
          other={users.other}
          last={{ name: 'Without a user', events: users.without_user }}
        />
      </div>
      <div className={classes.columns}>
        <Ranking title="Changes of users" noun="Change" rows={changes.users.map(ofCode)} />
        <Ranking title="Changes of plugins and themes" noun="Change" rows={changes.plugins.map(ofCode)} />
        <Ranking title="Changes of settings" noun="Change" rows={changes.settings.map(ofCode)} />
      </div>
      <Notable notable={report.notable} hasSites={report.site === null} />
      <Silences report={report} />
      <Days days={report.by_day} />
    </article>
  );
}

type Code = Report['top_codes']['codes'][number];
const ofCode = ({ code, name, events }: Code) => ({
  key: String(code),
  name: name === undefined ? String(code) : `${code} ${name}`,
  events,
});

function Subject({ report, madeAt }: { report: Report; madeAt: number }) {
  const { data: account } = useAccount();
  const { site, group, period, events } = report;
  const names: ReactNode[] = [
    account === undefined ? undefined : <bdi key="account">{nameOfAccount(account)}</bdi>,
    group === null ? undefined : <bdi key="group">{group.name}</bdi>,
    site === null ? undefined : <bdi key="site">{site.site_name ?? site.domain}</bdi>,
  ].filter((name) => name !== undefined);
  const gaps = gapsOf(report);
  return (
    <header className={classes.subject}>
      <p className={classes.names}>{names.flatMap((name, at) => (at === 0 ? [name] : [' · ', name]))}</p>
      <p>
        {formatUtcDay(period.from)} to {formatUtcDay(period.to)}, UTC: {countOf(events, 'event')}. Made on{' '}
        {formatUtcDay(new Date(madeAt).toISOString().slice(0, 10))}.
      </p>
      {gaps.length === 0 ? <p>Every event of these days is counted.</p> : gaps.map((gap) => <p key={gap}>{gap}</p>)}
    </header>
  );
}

function Note() {
  const id = useId();
  const [note, setNote] = useState('');
  return (
    <>
      <div className={classes.screen}>
        <label htmlFor={id} className={classes.label}>
          Note for the paper. It is not stored.
        </label>
        <textarea
          id={id}
          className={classes.note}
          rows={3}
          dir="auto"
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      </div>
      {note.trim() !== '' && <p className={classes.printedNote}>{note}</p>}
    </>
  );
}

function Silences({ report }: { report: Report }) {
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
