import type { RedactionPreview } from '@goal/contract';
import { formatNumber } from '@goal/ui/lib/numbers.ts';
import { Text } from '@mantine/core';

import { WhatLeft } from './what-left.tsx';

const counted = (count: number, one: string, many: string): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;

/** What an erasure would do, in numbers, and what it cannot reach. */
export function PreviewWords({ preview: { events, more, sites, held, ...left } }: { preview: RedactionPreview }) {
  const least = more ? 'at least ' : '';
  return (
    <div role="status">
      <Text size="sm">
        It would erase {least}
        {counted(events - held, 'event', 'events')} of {least}
        {counted(sites, 'site', 'sites')}
        {held === 0 ? '' : `, and leave ${counted(held, 'event', 'events')} that are on legal hold`}.
      </Text>
      {events > 0 && <WhatLeft {...left} />}
    </div>
  );
}
