import type { KeyAccess } from '@goal/contract';
import { Badge } from '@mantine/core';

/** What a key may do, where it may not do everything of its kind (rulings §12.1). */
export function AccessBadge({ access }: { access?: Exclude<KeyAccess, 'full'> | undefined }) {
  if (access === undefined) return null;
  return (
    <Badge variant="light" color="indigo" tt="none" miw="max-content">
      {access === 'send' ? 'only sends' : 'only reads'}
    </Badge>
  );
}
