'use client';

import { actorKinds, withoutSecrets } from '@goal/contract';
import { NativeSelect, TextInput } from '@mantine/core';
import { useId } from 'react';

import { firstPage } from '../../ui/first-page.ts';
import { useDraft } from '../../ui/use-draft.ts';
import { useUrlState } from '../../ui/use-url-state.ts';
import classes from './actions.module.css';
import { type ActionFilters, isAccountId } from './filters.ts';
import { actorKindNames, knownActions } from './sentences.ts';

/** What of the record is shown; each field stands in the URL. */
export function ActionsFilters({ filters, hasFixedAccount }: { filters: ActionFilters; hasFixedAccount: boolean }) {
  const [, change] = useUrlState();
  const known = useId();
  const isNoId = filters.account !== '' && !isAccountId(filters.account);
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
      <Field name="actor" label="Actor" settled={filters.actor} placeholder="Token name or key prefix" />
      <Field name="action" label="Action" settled={filters.action} placeholder="account.plan" list={known} />
      <datalist id={known}>
        {knownActions.map((action) => (
          <option key={action} value={action}>
            {action}
          </option>
        ))}
      </datalist>
      {!hasFixedAccount && (
        <Field
          name="account"
          label="Account id"
          settled={filters.account}
          placeholder="Also of a deleted account"
          error={isNoId && 'Not the id of an account'}
        />
      )}
      <Field name="from" label="From (UTC)" settled={filters.from} type="date" />
      <Field name="to" label="To (UTC)" settled={filters.to} type="date" />
    </search>
  );
}

type FieldProps = {
  name: 'actor' | 'action' | 'account' | 'from' | 'to';
  label: string;
  settled: string;
  placeholder?: string;
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
      autoComplete="off"
      spellCheck={false}
      dir="auto"
      {...(props.type === 'date' ? { min: '2000-01-01', max: '9999-12-31' } : {})}
    />
  );
}
