import { EmptyState } from '@goal/ui/state/empty-state.tsx';
import { useUrlState } from '@goal/ui/field/use-url-state.ts';
import { WriteButton } from '@goal/ui/write/write-button.tsx';
import { bidiIsolate } from '@goal/ui/lib/bidi-isolate.ts';
import { Button, Code, Group } from '@mantine/core';

import { type AccountFilters, noFilters } from './filters.ts';

/** Shown for an empty list: nothing matches, or there are no accounts yet. */
export function NoAccounts({ filters, isFirstPage }: { filters: AccountFilters; isFirstPage: boolean }) {
  const [, change] = useUrlState();
  const asked = [
    ...(filters.search.trim() === '' ? [] : [`«${bidiIsolate(filters.search.trim())}»`]),
    ...(filters.plan === '' ? [] : [`plan ${filters.plan}`]),
    ...(filters.over === '' ? [] : ['over fair use']),
    ...(filters.reseller === '' ? [] : [filters.reseller === 'only' ? 'resellers only' : 'no resellers']),
  ];
  if (asked.length > 0 || !isFirstPage) {
    return (
      <EmptyState title={isFirstPage ? `No account matches ${asked.join(', ')}` : 'No more accounts'}>
        <p style={{ overflowWrap: 'anywhere' }}>
          The search covers e-mails, account ids, domains of sites, names and references of groups, and prefixes of
          keys. Ids and prefixes must be complete.
          {filters.sort !== 'created' && ' In this order an account appears once it is counted, within a minute.'}
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
