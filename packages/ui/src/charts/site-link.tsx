import { Text } from '@mantine/core';

import { LoneLink } from '../page/link.tsx';

type Props = { href: string; domain: string; name: string | null };

export function SiteLink({ href, domain, name }: Props) {
  return (
    <>
      {/* On its own line: a link inside text would need more than colour to be distinguishable. */}
      <div>
        <LoneLink href={href} size="sm" dir="auto">
          {domain}
        </LoneLink>
      </div>
      {name !== null && (
        <Text size="xs" c="dimmed" dir="auto" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
      )}
    </>
  );
}
