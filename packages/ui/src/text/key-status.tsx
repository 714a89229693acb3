import { Badge, Text } from '@mantine/core';

import { Time } from './time.tsx';

export function KeyStatus({ revokedAt }: { revokedAt: string | null }) {
  return (
    <>
      <Badge variant="light" color={revokedAt === null ? 'teal' : 'gray'} tt="none">
        {revokedAt === null ? 'active' : 'revoked'}
      </Badge>
      {revokedAt !== null && (
        <Text size="xs" c="dimmed" component="div">
          <Time value={revokedAt} />
        </Text>
      )}
    </>
  );
}
