import type { MemberAccount, MemberSiteDetail } from '@goal/contract';
import { Card } from '@goal/ui/page/card.tsx';
import { failureOf } from '@goal/ui/lib/errors.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';

import { reachesAll } from '../account/rights.ts';
import { GroupSelect } from '../account/group-select.tsx';
import classes from './site.module.css';

type Props = { site: MemberSiteDetail; account: MemberAccount };

export function SiteSettings({ site, account }: Props) {
  const mayMove = reachesAll(account);
  const now = { name: site.name ?? '', group: site.group_id ?? '' };
  const [name, setName] = useState(now.name);
  const [group, setGroup] = useState(now.group);
  const [keepsIp, setKeepsIp] = useState(site.keep_ip);
  const { sites } = useTRPC().dashboard;
  const saved = { done: `${site.domain} is saved.` };
  const update = useVerifiedMutation(sites.update.mutationOptions(), saved);
  const setKeepIp = useVerifiedMutation(sites.setKeepIp.mutationOptions(), saved);
  const isNew = name !== now.name || group !== now.group;
  const isBusy = update.isPending || setKeepIp.isPending;
  const fault = update.error ?? setKeepIp.error;
  const save = (event: FormEvent): void => {
    event.preventDefault();
    if (isBusy) return;
    if (isNew)
      update.mutate({
        id: site.id,
        ...(name === now.name ? {} : { name }),
        ...(group === now.group ? {} : { group_id: group === '' ? null : group }),
      });
    if (keepsIp !== site.keep_ip) setKeepIp.mutate({ id: site.id, keep_ip: keepsIp });
  };
  return (
    <Card title="Settings">
      <form onSubmit={save} noValidate className={classes.fields}>
        <TextInput
          label="Name"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={fault === null ? undefined : failureOf(fault).sentence}
          autoComplete="off"
          dir="auto"
        />
        {mayMove && (
          <GroupSelect label="Group" value={group} onChange={setGroup} first={[{ value: '', label: 'None' }]} />
        )}
        <label className={classes.check}>
          <input type="checkbox" checked={keepsIp} onChange={(event) => setKeepsIp(event.currentTarget.checked)} />
          Keep the addresses of users
        </label>
        <div>
          <Button type="submit" loading={isBusy} disabled={!isNew && keepsIp === site.keep_ip}>
            Save
          </Button>
        </div>
      </form>
    </Card>
  );
}
