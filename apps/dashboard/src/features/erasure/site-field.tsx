'use client';

import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { Select } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

/** Sites that the field offers: more are found by typing. */
const offered = 20;

type Props = {
  label: string;
  /** What no site stands for. */
  everything: string;
  value: string | null;
  onChange: (id: string | null) => void;
};

/** Chooses one site of the account, or none. */
export function SiteField({ label, everything, value, onChange }: Props) {
  const [typed, setTyped] = useState('');
  const list = useQuery(
    useTRPC().dashboard.sites.list.queryOptions({ q: typed, limit: offered }, { placeholderData: keepPreviousData }),
  );
  const sites = list.data?.sites ?? [];
  return (
    <Select
      label={label}
      placeholder={everything}
      data={sites.map(({ id, domain }) => ({ value: id, label: domain }))}
      value={value}
      onChange={onChange}
      searchable
      clearable
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      nothingFoundMessage="No such site"
      comboboxProps={{ withinPortal: true }}
    />
  );
}
