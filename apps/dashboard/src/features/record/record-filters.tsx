'use client';

import { actionKindNames, actionNames, theProvider } from '@goal/contract';
import { firstPage } from '@goal/ui/components/first-page.ts';
import { useDraft } from '@goal/ui/components/use-draft.ts';
import { useUrlState } from '@goal/ui/components/use-url-state.ts';
import { NativeSelect, TextInput } from '@mantine/core';

import type { RecordFilters as Filters } from './filters.ts';
import classes from './record.module.css';

/** Acts that an account's own record can hold. */
const kinds = actionNames.filter(
  (name) =>
    !/^(admin_token|database|plan|retention|seal|session|password|passkey|person|recovery_code|sign_in)\./.test(name),
);

/** Chooses by whom, what and when. */
export function RecordFilters({ filters }: { filters: Filters }) {
  const [, change] = useUrlState();
  const { who, what, from, to } = filters;
  // The address may name an act of a newer service.
  const isKnown = what === '' || kinds.some((name) => name === what);
  return (
    <search className={classes.filters}>
      <Field name="who" label="By" settled={who} placeholder={`e-mail, key prefix or «${theProvider}»`} />
      <NativeSelect
        label="What"
        value={what}
        onChange={(event) => change({ what: event.currentTarget.value, ...firstPage })}
        data={[
          { value: '', label: 'Everything' },
          ...(isKnown ? [] : [what]),
          ...kinds.map((name) => ({ value: name, label: actionKindNames[name] })),
        ]}
      />
      <Field name="from" label="From (UTC)" settled={from} type="date" />
      <Field name="to" label="To (UTC)" settled={to} type="date" />
    </search>
  );
}

type FieldProps = {
  name: 'who' | 'from' | 'to';
  label: string;
  settled: string;
  placeholder?: string;
  type?: 'date';
};

/** A field whose text goes into the address once typing pauses. Dates are typed in parts. */
function Field({ name, settled, ...props }: FieldProps) {
  const [, change] = useUrlState();
  const isDate = props.type === 'date';
  const draft = useDraft(
    settled,
    (text) => change({ [name]: text.trim(), ...firstPage }, settled === '' || text === '' ? 'push' : 'replace'),
    isDate ? 600 : 200,
  );
  return (
    <TextInput
      {...props}
      value={draft.text}
      onChange={(event) => draft.type(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && draft.settle(draft.text)}
      autoComplete="off"
      spellCheck={false}
      {...(isDate ? { min: '2000-01-01', max: '9999-12-31' } : {})}
    />
  );
}
