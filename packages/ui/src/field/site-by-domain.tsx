import { TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';

import { failureOf } from '../lib/errors.ts';

type FoundSite = { id: string; domain: string; name: string | null };

/** Sites that the field offers, and among which a whole domain is looked for. */
const [offered, lookedAt] = [20, 200];

export type SiteField = {
  domain: string;
  type: (domain: string) => void;
  sites: readonly FoundSite[];
  fault: string | undefined;
  /** Resolves to null where the field is empty, and to undefined where it names no site. */
  find: () => Promise<string | null | undefined>;
};

/** `search` asks for sites by a part; `account` tells its answers from those about another one. */
export function useSiteByDomain(
  account: string,
  search: (query: { q?: string; limit: number }) => Promise<{ sites: readonly FoundSite[] }>,
): SiteField {
  const [domain, setDomain] = useState('');
  const [fault, setFault] = useState<string>();
  const sought = domain.trim().toLowerCase();
  const { data } = useQuery({
    queryKey: ['sites by domain', account, sought],
    queryFn: () => search({ limit: offered, ...(sought === '' ? {} : { q: sought }) }),
    placeholderData: keepPreviousData,
  });
  return {
    domain,
    type(text) {
      setFault(undefined);
      setDomain(text);
    },
    sites: data?.sites ?? [],
    fault,
    async find() {
      if (sought === '') return null;
      try {
        const { sites } = await search({ q: sought, limit: lookedAt });
        const found = sites.find((site) => site.domain === sought)?.id;
        if (found === undefined) setFault('The account has no site of this domain.');
        return found;
      } catch (error) {
        setFault(failureOf(error).sentence);
        return undefined;
      }
    },
  };
}

/** One site by its domain, of which a part is enough to find it. Empty stands for `everything`. */
export function SiteByDomain({ label, everything, field }: { label: string; everything: string; field: SiteField }) {
  const list = useId();
  return (
    <>
      <TextInput
        label={label}
        description={`The domain of a site; empty: ${everything}`}
        value={field.domain}
        onChange={(event) => field.type(event.currentTarget.value)}
        error={field.fault}
        list={list}
        autoComplete="off"
        spellCheck={false}
      />
      <datalist id={list}>
        {field.sites.map(({ id, domain, name }) => (
          <option key={id} value={domain}>
            {name}
          </option>
        ))}
      </datalist>
    </>
  );
}
