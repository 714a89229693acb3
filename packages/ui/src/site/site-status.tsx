import type { InspectedSite } from '@goal/contract';
import { Badge } from '@mantine/core';

const colors = { active: 'teal', paused: 'yellow', revoked: 'red' } as const;

export function SiteStatus({ status }: { status: InspectedSite['status'] }) {
  return (
    <Badge variant="light" color={colors[status]} tt="none" miw="max-content">
      {status}
    </Badge>
  );
}
