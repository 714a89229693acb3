import { Anchor, Text } from '@mantine/core';

import { Link } from '../page/link.tsx';

type Props = { href: string; domain: string; name: string | null };

/** A link to a site's page by its domain, with its name below if it has one. */
export function SiteLink({ href, domain, name }: Props) {
  return (
    <>
      {/* On its own line: a link inside text would need more than colour to be distinguishable. */}
      <div>
        <Anchor component={Link} href={href} size="sm" dir="auto">
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
