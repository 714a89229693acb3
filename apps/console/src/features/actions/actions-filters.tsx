'use client';

import { actionNames, actorKinds, withoutSecrets } from '@goal/contract';
import { NativeSelect, TextInput } from '@mantine/core';
import { useId } from 'react';

import { firstPage } from '../../ui/first-page.ts';
import { useDraft } from '../../ui/use-draft.ts';
import { useUrlState } from '../../ui/use-url-state.ts';
import classes from './actions.module.css';
import type { ActionFilters } from './filters.ts';
import { actionKindNames, actorKindNames } from './sentences.ts';
import type { NamedAccount } from './use-account.ts';

type Props = {
  filters: ActionFilters;
  /** Undefined where all acts are of one account anyway. */
  account: NamedAccount | undefined;
};

/** What of the record is shown; each field stands in the URL. */
export function ActionsFilters({ filters, account }: Props) {
  const [, change] = useUrlState();
  const isKnown = filters.action === '' || actionNames.some((name) => name === filters.action);
  return (
    <search className={classes.filters}>
      <NativeSelect
        label="Kind of actor"
        value={filters.kind}
        onChange={(event) => change({ kind: event.currentTarget.value, ...firstPage })}
        data={[
          { value: '', label: 'All' },
          ...actorKinds.map((kind) => ({ value: kind, label: actorKindNames[kind] })),
        ]}
      />
      <Field
        name="actor"
        label="Actor"
        settled={filters.actor}
        placeholder="Token name or key prefix"
        description="The exact name or prefix"
      />
      <NativeSelect
        label="Action"
        value={filters.action}
        onChange={(event) => change({ action: event.currentTarget.value, ...firstPage })}
        data={[
          { value: '', label: 'All' },
          // What the URL says is shown, also where a newer service wrote it.
          ...(isKnown ? [] : [filters.action]),
          ...actionNames.map((name) => ({ value: name, label: actionKindNames[name] })),
        ]}
      />
      {account !== undefined && <AccountField account={account} />}
      <Field name="from" label="From (UTC)" settled={filters.from} type="date" />
      <Field name="to" label="To (UTC)" settled={filters.to} type="date" />
    </search>
  );
}

function AccountField({ account: { id, shown, offered, isPending } }: { account: NamedAccount }) {
  const list = useId();
  const isUnknown = shown !== '' && id === undefined && !isPending;
  return (
    <>
      <Field
        name="account"
        label="Account"
        settled={shown}
        placeholder="E-mail or id"
        description="Of a deleted account its id"
        list={list}
        error={
          isUnknown && (offered.length === 0 ? 'No account has this e-mail' : 'Only a part: give the whole e-mail')
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

type FieldProps = {
  name: 'actor' | 'account' | 'from' | 'to';
  label: string;
  settled: string;
  placeholder?: string;
  description?: string;
  type?: 'date';
  list?: string;
  error?: string | false;
};

/** A field whose text goes to the URL once typing has paused; a date is typed in parts, so it waits longer. */
function Field({ name, settled, error = false, ...props }: FieldProps) {
  const [, change] = useUrlState();
  const draft = useDraft(
    settled,
    (text) => change({ [name]: text, ...firstPage }, settled === '' || text === '' ? 'push' : 'replace'),
    props.type === 'date' ? 600 : 300,
  );
  return (
    <TextInput
      {...props}
      value={draft.text}
      onChange={(event) => draft.type(withoutSecrets(event.currentTarget.value))}
      onKeyDown={(event) => event.key === 'Enter' && draft.settle(draft.text)}
      error={error}
      // Beside each other the fields stand in one line, whatever is said of one.
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      autoComplete="off"
      spellCheck={false}
      dir="auto"
      {...(props.type === 'date' ? { min: '2000-01-01', max: '9999-12-31' } : {})}
    />
  );
}
