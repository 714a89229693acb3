'use client';

import { Unloaded } from '@goal/ui/state/unloaded.tsx';
import { EmptyState } from '@goal/ui/state/empty-state.tsx';
import { PageTitle } from '@goal/ui/page/page-title.tsx';
import { useUrlState } from '@goal/ui/field/use-url-state.ts';
import { isNotFound } from '@goal/ui/lib/is-not-found.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import type { Report } from '@goal/contract';
import { formatUtcMoment } from '@goal/ui/text/time.tsx';
import { Button, Loader, Text } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { formatMonth } from '../../lib/month-names.ts';
import { Choices } from './choices.tsx';
import { backToOf, isCountedInPart } from './gaps.ts';
import { choiceOf } from './months.ts';
import { PrintedReport } from './printed-report.tsx';
import classes from './report.module.css';

function CountingOn({ report }: { report: Report }) {
  const backTo = backToOf(report).toSorted().at(-1);
  return (
    <p className={`${classes.counting} ${classes.screen}`} role="status">
      <Loader size="xs" aria-hidden />
      {backTo === undefined
        ? 'The rest of the month is being counted, for ten seconds at most.'
        : `Counted back to ${formatUtcMoment(backTo)}. The rest of the month is being counted, for ten seconds at most.`}
    </p>
  );
}

/** What happened in a month, as a page for paper; the address holds the choice (rulings §10.37). */
export function ReportPage() {
  const [params] = useUrlState();
  const [openedAt] = useState(() => Date.now());
  const choice = choiceOf(params, openedAt);
  const { month, site, group } = choice;
  const about = { month, ...(site === '' ? {} : { site_id: site }), ...(group === '' ? {} : { group_id: group }) };
  const { report: procedure } = useTRPC().dashboard;
  const options = { staleTime: 60_000, trpc: { context: { alone: true } } };
  const quick = useQuery(
    procedure.queryOptions({ ...about, quick: true }, { ...options, placeholderData: keepPreviousData }),
  );
  // A long month is counted to its end while its newest events are shown.
  const isPart = quick.data !== undefined && !quick.isPlaceholderData && isCountedInPart(quick.data);
  const whole = useQuery(procedure.queryOptions(about, { ...options, enabled: isPart }));
  const report = isPart && whole.data !== undefined ? whole : quick;
  const { data, error } = report;
  return (
    <>
      <PageTitle
        title={`Report: ${formatMonth(month)}`}
        actions={
          <Button className={classes.screen} disabled={data === undefined} onClick={() => window.print()}>
            Print or save as PDF
          </Button>
        }
      />
      <PageNumbers />
      <Choices choice={choice} nowMs={openedAt} site={data?.site ?? null} />
      {isNotFound(error) ? (
        <EmptyState title="There is nothing to report on">
          This site or group does not exist, or you do not see it. Choose another one.
        </EmptyState>
      ) : data === undefined ? (
        <Unloaded query={report} height="40rem" />
      ) : (
        <>
          {whole.isFetching && data === quick.data && <CountingOn report={data} />}
          <PrintedReport report={data} isOld={report.isPlaceholderData} madeAt={report.dataUpdatedAt} />
        </>
      )}
    </>
  );
}

/** Whether the browser prints what a stylesheet writes into the margins of a page. */
function knowsMarginBoxes(): boolean {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("@page { @bottom-right { content: '1' } }");
  return sheet.cssRules[0]?.cssText.includes('@bottom-right') === true;
}

/** Says how the pages get their numbers in a browser that does not print those of the report. */
function PageNumbers() {
  if (!useMounted() || knowsMarginBoxes()) return null;
  return (
    <Text size="sm" c="dimmed" className={classes.screen}>
      Your browser numbers the pages itself: leave «Print headers and footers» on in its print dialog.
    </Text>
  );
}
