'use client';

import { Button, Code, Group } from '@mantine/core';

import { EmptyState } from '../../ui/empty-state.tsx';
import { bidiIsolate } from '../../lib/bidi-isolate.ts';
import { useUrlState } from '../../ui/use-url-state.ts';
import { WriteButton } from '../../ui/write-button.tsx';
import { type AccountFilters, noFilters } from './filters.ts';

/** Shown for an empty list: nothing matches, or there are no accounts yet. */
export function NoAccounts({ filters, isFirstPage }: { filters: AccountFilters; isFirstPage: boolean }) {
  const [, change] = useUrlState();
  const asked = [
    ...(filters.search.trim() === '' ? [] : [`«${bidiIsolate(filters.search.trim())}»`]),
    ...(filters.plan === '' ? [] : [`plan ${filters.plan}`]),
    ...(filters.reseller === '' ? [] : [filters.reseller === 'only' ? 'resellers only' : 'no resellers']),
  ];
  if (asked.length > 0 || !isFirstPage) {
    return (
      <EmptyState title={isFirstPage ? `No account matches ${asked.join(', ')}` : 'No more accounts'}>
        <p style={{ overflowWrap: 'anywhere' }}>
          The search covers e-mails, account ids, domains of sites and prefixes of keys. Ids and prefixes must be
          complete.
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
