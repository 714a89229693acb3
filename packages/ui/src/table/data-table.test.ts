import { MantineProvider } from '@mantine/core';
import { createElement as h } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';

import { DataTable } from './data-table.tsx';

type Key = { prefix: string; name: string };

const keys: readonly Key[] = [{ prefix: 'abc', name: 'CI' }];
const answer = { data: undefined, error: null as unknown, refetch: () => {} };

/** The markup of a table of keys. */
const drawn = (rows: readonly Key[] | undefined, query = answer): string => {
  const table = h(DataTable<Key>, {
    label: 'Keys',
    rows,
    query,
    empty: h('p', {}, 'No key yet'),
    keyOf: ({ prefix }) => prefix,
    skeletonRows: 2,
    columns: [
      { head: 'Name', isTitle: true, cell: ({ name }) => name },
      { head: 'Prefix', isFigure: true, cell: ({ prefix }) => prefix },
      false,
    ],
    actions: ({ name }) => `Revoke ${name}`,
  });
  return renderToStaticMarkup(h(MantineProvider, { children: table }));
};

describe('DataTable', () => {
  test('every part has its role written out, because a style sheet lays it out as cards', () => {
    const markup = drawn(keys);
    const parts = [...markup.matchAll(/<(table|thead|tbody|tr|th|td)\b([^>]*)>/g)];
    const roles = parts.map(([, part, rest]) => `${part} ${/role="(\w+)"/.exec(rest ?? '')?.[1]}`);
    expect(roles).toEqual([
      'table table',
      'thead rowgroup',
      'tr row',
      'th columnheader',
      'th columnheader',
      'th columnheader',
      'tbody rowgroup',
      'tr row',
      'th rowheader',
      'td cell',
      'td cell',
    ]);
  });

  test('a value has the name of its column beside it, the buttons have none', () => {
    const markup = drawn(keys);
    expect(markup).toContain('data-label="Prefix"');
    expect(markup).not.toContain('data-label="Name"');
    expect(markup).toMatch(/data-actions="true"[^>]*><div>Revoke CI/);
  });

  test('while rows are loading the table is there, busy, with placeholders that nobody hears', () => {
    const markup = drawn(undefined);
    expect(markup).toContain('aria-busy="true"');
    expect(markup.match(/<tr aria-hidden="true">/g)).toHaveLength(2);
  });

  test('a failure stands in place of rows that are missing, and not of rows that are there', () => {
    const failed = { ...answer, error: new Error('no answer') };
    expect(drawn(undefined, failed)).toContain('role="alert"');
    expect(drawn(undefined, failed)).not.toContain('<table');
    expect(drawn(keys, failed)).toContain('Revoke CI');
  });

  test('without rows it says what is missing', () => {
    expect(drawn([])).toContain('<p>No key yet</p>');
    expect(drawn([])).not.toContain('<table');
  });
});
