import type { RedactionPreview } from '@goal/contract';
import { formatNumber } from '@goal/ui/lib/numbers.ts';
import { Text } from '@mantine/core';

import { WhatLeft } from './what-left.tsx';

const counted = (count: number, one: string, many: string): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;

function sentenceOf({ events, more, sites, held }: RedactionPreview): string {
  const least = more ? 'at least ' : '';
  if (events === 0) return 'It would erase nothing: no event matches.';
  if (events === held && !more)
    return `It would erase nothing: ${counted(held, 'event', 'events')} match, all on legal hold.`;
  const place = `on ${least}${counted(sites, 'site', 'sites')}`;
  if (held === 0) return `It would erase ${least}${counted(events, 'event', 'events')} ${place}.`;
  return (
    `It would erase ${least}${formatNumber(events - held)} of ${least}${counted(events, 'event', 'events')} ${place}, ` +
    `because ${least}${formatNumber(held)} ${held === 1 ? 'is' : 'are'} on legal hold.`
  );
}

const keepsName = ({ streams, views, private_views: others }: RedactionPreview): boolean =>
  views.length + others > 0 || streams.some(({ filter }) => filter === true);

export function PreviewWords({ preview }: { preview: RedactionPreview }) {
  return (
    <div role="status">
      <Text size="sm">{sentenceOf(preview)}</Text>
      {(preview.events > preview.held || keepsName(preview)) && <WhatLeft {...preview} />}
    </div>
  );
}
