import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';

import classes from './filter-bar.module.css';
import { FacetValues } from '../side/facet-values.tsx';
import { definitions, type FilterName, filterNames } from '../query/filters.ts';
import { useLog } from '../query/log-context.tsx';
import { closeMenu } from './menu.tsx';
import type { Question } from '../feed/use-feed.ts';
import type { FacetKey } from '../feed/use-summary.ts';

/** The filters whose value is typed: the others are chosen beside the list. */
const typed = filterNames.filter((name) => !['q', 'site', 'group'].includes(name));

/** The filters whose most frequent values are offered. */
const facets: Readonly<Partial<Record<FilterName, FacetKey>>> = {
  severity: 'severity',
  code: 'code',
  user_id: 'user',
  object: 'object',
  event_type: 'event_type',
};

type Props = { menu: string; isOpen: boolean; question: Question; isReady: boolean };

export function FilterForm({ menu, isOpen, question, isReady }: Props) {
  const { current, change, narrow } = useLog();
  const [name, setName] = useState<FilterName>('code');
  const [text, setText] = useState('');
  const [error, setError] = useState('');
  const facet = facets[name];
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const { read, expected, isByComma } = definitions[name];
    const values = (isByComma ? text.split(',') : [text]).filter((one) => one.trim() !== '');
    const wrong = values.find((one) => read(one) === undefined);
    if (values.length === 0 || wrong !== undefined) return setError(`A value is ${expected}.`);
    const [value = ''] = values;
    if (values.length === 1) narrow(name, read(value) ?? value);
    else change({ filters: { ...current().filters, [name]: values.flatMap((one) => read(one) ?? []) } });
    setText('');
    closeMenu(menu);
  };
  return (
    <>
      <form className={classes.moments} onSubmit={submit}>
        <NativeSelect
          size="xs"
          label="Filter"
          value={name}
          onChange={(event) => {
            const chosen = typed.find((one) => one === event.currentTarget.value);
            if (chosen !== undefined) setName(chosen);
            setError('');
          }}
          data={typed.map((one) => ({ value: one, label: definitions[one].label }))}
        />
        <TextInput
          size="xs"
          label="Value"
          value={text}
          error={error === '' ? null : error}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setError('');
          }}
          autoComplete="off"
          spellCheck={false}
        />
        <Button type="submit" size="xs">
          Add
        </Button>
      </form>
      {isOpen && facet !== undefined && <FacetValues facet={facet} question={question} isReady={isReady} />}
    </>
  );
}
