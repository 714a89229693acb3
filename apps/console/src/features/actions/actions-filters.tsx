import { actionKindNames, actionNames, actorKindNames, actorKinds } from '@goal/contract';
import { FilterSelect } from '@goal/ui/field/filter-select.tsx';
import { firstPage } from '@goal/ui/field/first-page.ts';
import { UrlField } from '@goal/ui/field/url-field.tsx';
import { useUrlState } from '@goal/ui/field/use-url-state.ts';
import { useId } from 'react';

import classes from './actions.module.css';
import type { ActionFilters } from './filters.ts';
import type { NamedAccount } from './use-account.ts';

type Props = {
  filters: ActionFilters;
  /** Undefined if the record shows a single account anyway. */
  account: NamedAccount | undefined;
};

export function ActionsFilters({ filters, account }: Props) {
  const [, change] = useUrlState();
  const isKnown = filters.action === '' || actionNames.some((name) => name === filters.action);
  return (
    <search className={classes.filters}>
      <FilterSelect
        label="Kind of actor"
        value={filters.kind}
        onChoose={(kind) => change({ kind, ...firstPage })}
        data={[
          { value: '', label: 'All' },
          ...actorKinds.map((kind) => ({ value: kind, label: actorKindNames[kind] })),
        ]}
      />
      <UrlField
        name="actor"
        label="Actor"
        settled={filters.actor}
        placeholder="Token name or key prefix"
        description="The exact name or prefix"
      />
      <FilterSelect
        label="Action"
        value={filters.action}
        onChoose={(action) => change({ action, ...firstPage })}
        data={[
          { value: '', label: 'All' },
          // The URL may name an action of a newer service: it is shown as it is.
          ...(isKnown ? [] : [filters.action]),
          ...actionNames.map((name) => ({ value: name, label: actionKindNames[name] })),
        ]}
      />
      {account !== undefined && <AccountField account={account} />}
      <UrlField name="from" label="From (UTC)" settled={filters.from} type="date" />
      <UrlField name="to" label="To (UTC)" settled={filters.to} type="date" />
    </search>
  );
}

function AccountField({ account: { id, shown, offered, isPending } }: { account: NamedAccount }) {
  const list = useId();
  const isUnknown = shown !== '' && id === undefined && !isPending;
  return (
    <>
      <UrlField
        name="account"
        label="Account"
        settled={shown}
        placeholder="E-mail or id"
        description="For a deleted account, its id"
        list={list}
        error={
          isUnknown &&
          (offered.length === 0 ? 'No account has this e-mail' : 'Only part of an e-mail: give the whole one')
        }
      />
      <datalist id={list}>
        {offered.map((email) => (
          <option key={email} value={email}>
            {email}
          </option>
        ))}
      </datalist>
    </>
  );
}
