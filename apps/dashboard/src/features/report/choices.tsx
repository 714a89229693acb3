import type { Report } from '@goal/contract';
import { useDraft } from '@goal/ui/field/use-draft.ts';
import { useFollowedLink } from '@goal/ui/field/use-followed-link.ts';
import { useUrlState } from '@goal/ui/field/use-url-state.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { NativeSelect, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';

import { formatMonth } from '../../lib/month-names.ts';
import { reachesAll } from '../account/rights.ts';
import { useAccount } from '../account/use-account.ts';
import { GroupSelect } from '../account/group-select.tsx';
import { latestMonths, type ReportChoice } from './months.ts';
import classes from './report.module.css';

const monthsOffered = 24;

type Props = { choice: ReportChoice; nowMs: number; site: Report['site'] };

export function Choices({ choice: { month, site, group }, nowMs, site: shownSite }: Props) {
  const [, change] = useUrlState();
  const { data: account } = useAccount();
  const months = latestMonths(nowMs, monthsOffered);
  const isWhole = account !== undefined && reachesAll(account);
  return (
    <search className={`${classes.choices} ${classes.screen}`}>
      <NativeSelect
        label="Month"
        value={month}
        onChange={(event) => change({ month: event.currentTarget.value })}
        data={(months.includes(month) ? months : [...months, month]).map((value) => ({
          value,
          label: formatMonth(value),
        }))}
      />
      {isWhole && (
        <GroupSelect
          label="Group"
          value={group}
          onChange={(id) => change({ group: id, site: undefined })}
          first={[{ value: '', label: 'The whole account' }]}
        />
      )}
      <SiteField
        key={shownSite?.site_id ?? ''}
        shown={site === '' ? '' : (shownSite?.domain ?? '')}
        group={group}
        onChange={(id) => change({ site: id })}
      />
    </search>
  );
}

type SiteProps = { shown: string; group: string; onChange: (id: string) => void };

/** One site by its domain, of which a part is enough to find it. Empty: all sites. */
function SiteField({ shown, group, onChange }: SiteProps) {
  const list = useId();
  const [settled, setSettled] = useState(shown);
  const draft = useDraft(settled, setSettled);
  const { data } = useQuery(
    useTRPC().dashboard.sites.list.queryOptions(
      { ...(settled === '' ? {} : { q: settled }), ...(group === '' ? {} : { group_id: group }), limit: 20 },
      { placeholderData: keepPreviousData },
    ),
  );
  const sites = data?.sites ?? [];
  const typed = draft.text.trim().toLowerCase();
  const found = typed === '' ? '' : sites.find(({ domain }) => domain === typed)?.id;
  const isTyped = useRef(false);
  useEffect(() => {
    // Only what was typed counts: a site that Back has left must not come again.
    if (!isTyped.current || found === undefined) return;
    isTyped.current = false;
    onChange(found);
  }, [found, onChange]);
  // Whether a site has this domain may be known only later.
  useFollowedLink(true, () => {
    isTyped.current = false;
  });
  return (
    <>
      <TextInput
        label="Site"
        placeholder="All sites"
        value={draft.text}
        disabled={!draft.isReady}
        onChange={(event) => {
          isTyped.current = true;
          draft.type(event.currentTarget.value);
        }}
        list={list}
        autoComplete="off"
        spellCheck={false}
      />
      <datalist id={list}>
        {sites.map(({ id, domain, name }) => (
          <option key={id} value={domain}>
            {name}
          </option>
        ))}
      </datalist>
    </>
  );
}
