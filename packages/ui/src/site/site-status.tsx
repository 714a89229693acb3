import type { InspectedSite } from '@goal/contract';
import { Badge } from '@mantine/core';

const colors = { active: 'teal', paused: 'yellow', revoked: 'red' } as const;

/** The status of a site as a word and a colour. */
export function SiteStatus({ status }: { status: InspectedSite['status'] }) {
  return (
    <Badge variant="light" color={colors[status]} tt="none" miw="max-content">
      {status}
    </Badge>
  );
}
