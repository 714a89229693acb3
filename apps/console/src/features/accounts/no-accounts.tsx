'use client';

import { Button, Code, Group } from '@mantine/core';

import { EmptyState } from '../../ui/empty-state.tsx';
import { isolated } from '../../ui/isolated.ts';
import { useUrlState } from '../../ui/use-url-state.ts';
import { WriteButton } from '../../ui/write-button.tsx';
import { type AccountFilters, noFilters } from './filters.ts';

/** An empty list: because nothing fits, or because there is nothing yet. */
export function NoAccounts({ filters, isFirstPage }: { filters: AccountFilters; isFirstPage: boolean }) {
  const [, change] = useUrlState();
  const asked = [
    ...(filters.search.trim() === '' ? [] : [`«${isolated(filters.search.trim())}»`]),
    ...(filters.plan === '' ? [] : [`plan ${filters.plan}`]),
    ...(filters.reseller === '' ? [] : [filters.reseller === 'only' ? 'resellers only' : 'no resellers']),
  ];
  if (asked.length > 0 || !isFirstPage) {
    return (
      <EmptyState title={isFirstPage ? `No account fits ${asked.join(', ')}` : 'There are no further accounts'}>
        <p style={{ overflowWrap: 'anywhere' }}>
          Looked for in e-mails, account ids, domains of sites and prefixes of keys (a prefix or an id only as a whole).
        </p>
        <Button variant="default" onClick={() => change(noFilters)}>
          Clear search and filters
        </Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No accounts yet">
      <p>
        Create the first one, or fill this service with examples: <Code>npm run -s goal -- demo</Code>
      </p>
      <Group justify="center">
        <WriteButton onClick={() => change({ dialog: 'create' })}>Create account</WriteButton>
      </Group>
    </EmptyState>
  );
}
