import type { MemberSite } from '@goal/contract';
import { SiteStatus } from '@goal/ui/site/site-status.tsx';
import { DataTable } from '@goal/ui/table/data-table.tsx';
import { WrappingText } from '@goal/ui/text/wrapping-text.tsx';
import { WriteButton } from '@goal/ui/write/write-button.tsx';
import { failureOf } from '@goal/ui/lib/errors.ts';
import { countOf, formatAverage, formatNumber } from '@goal/ui/lib/numbers.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Alert, Badge, Group, Text } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { useState } from 'react';

import { pathOfSites } from '../../lib/paths.ts';
import { Health } from '../sites/health.tsx';
import { firstChoice, forgetChoice, keepChoice, keptChoice } from './kept-choice.ts';
import classes from '../sites/sites.module.css';
import tables from '../table.module.css';

type Props = { accountId: string; sites: readonly MemberSite[]; most: number };

export function Choice({ accountId, sites, most }: Props) {
  const [chosen, setChosen] = useState(() => firstChoice(sites, keptChoice(accountId)));
  const choose = useChoose(accountId);
  const change = (id: string, isOn: boolean): void => {
    const after = new Set(chosen);
    if (isOn) after.add(id);
    else after.delete(id);
    setChosen(after);
  };
  const blocked =
    chosen.size === 0
      ? 'Choose at least one site.'
      : chosen.size > most
        ? `Take ${countOf(chosen.size - most, 'site')} out of the choice.`
        : undefined;
  return (
    <>
      {choose.error !== null && (
        <Alert color="red" role="alert" mb="sm">
          {failureOf(choose.error).sentence}
        </Alert>
      )}
      <Group mb="sm">
        <Text size="sm" role="status" fw={600}>
          {formatNumber(chosen.size)} of {formatNumber(most)} chosen
        </Text>
        <WriteButton blocked={blocked} loading={choose.isPending} onClick={() => choose.mutate({ ids: [...chosen] })}>
          Make these sites active
        </WriteButton>
      </Group>
      <ChoiceTable sites={sites} chosen={chosen} onChange={change} />
    </>
  );
}

function useChoose(accountId: string) {
  const router = useRouter();
  return useVerifiedMutation(
    useTRPC().dashboard.sites.choose.mutationOptions({
      onMutate: ({ ids }) => keepChoice(accountId, ids.map(String)),
      onSettled: () => forgetChoice(accountId),
    }),
    {
      done: 'These sites are active now.',
      told: ({ activated, paused }) =>
        `${countOf(activated, 'site was', 'sites were')} activated, ${formatNumber(paused)} paused.`,
      onDone: () => router.push(pathOfSites(accountId)),
    },
  );
}

type ChoiceTableProps = {
  /** The newest first. */
  sites: readonly MemberSite[];
  chosen: ReadonlySet<string>;
  onChange: (id: string, isOn: boolean) => void;
};

function ChoiceTable({ sites, chosen, onChange }: ChoiceTableProps) {
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
