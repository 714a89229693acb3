import type { PersonView } from '@goal/contract';
import { Card } from '@goal/ui/page/card.tsx';
import { Time } from '@goal/ui/text/time.tsx';
import { Text } from '@mantine/core';

/** The identities of a person at a sign-in service. */
export function SingleSignOn({ identities }: { identities: PersonView['ways']['sso'] }) {
  if (identities.length === 0) return null;
  return (
    <Card title="Single sign-on">
      {identities.map(({ issuer, created_at }) => (
        <Text key={issuer} size="sm">
          {issuer}, since <Time value={created_at} as="day" />
        </Text>
      ))}
    </Card>
  );
}
