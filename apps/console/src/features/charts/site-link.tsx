import { Anchor, Text } from '@mantine/core';
import Link from 'next/link';

type Props = { id: string; domain: string; name: string | null };

/** A site by its domain, with its name below where it has one. */
export function SiteLink({ id, domain, name }: Props) {
  return (
    <>
      {/* A line of its own: a link within a text would have to be told apart from it by more than colour. */}
      <div>
        <Anchor component={Link} href={`/sites/${id}`} size="sm" dir="auto">
          {domain}
        </Anchor>
      </div>
      {name !== null && (
        <Text size="xs" c="dimmed" dir="auto" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
      )}
    </>
  );
}
