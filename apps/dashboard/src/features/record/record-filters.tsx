import { actionKindNames, actionNames, theProvider } from '@goal/contract';
import { firstPage } from '@goal/ui/field/first-page.ts';
import { UrlField } from '@goal/ui/field/url-field.tsx';
import { useUrlState } from '@goal/ui/field/use-url-state.ts';
import { NativeSelect } from '@mantine/core';

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
      <UrlField name="who" label="By" settled={who} placeholder={`e-mail, key prefix or «${theProvider}»`} />
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
      <UrlField name="from" label="From (UTC)" settled={from} type="date" />
      <UrlField name="to" label="To (UTC)" settled={to} type="date" />
    </search>
  );
}
