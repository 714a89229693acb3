import { Link } from '@goal/ui/page/link.tsx';
import { HeaderMenu, hideMenu, SignOutButton } from '@goal/ui/shell/header-menu.tsx';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { Anchor, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { signOut } from '../session/sign-out.ts';

const ways = [
  ['/me', 'Me: sign-in and sessions'],
  ['/accounts', 'Your accounts'],
  ['/licences', 'Licences'],
] as const;

/** Who is signed in, and the way to their own page and out. */
export function PersonMenu() {
  const { data: me } = useQuery(useTRPC().me.get.queryOptions());
  const name = me?.name ?? me?.email ?? 'You';
  return (
    <HeaderMenu id="person" label={`Signed in as ${name}`} name={<bdi>{name}</bdi>}>
      <Stack gap="xs" align="flex-start">
        <div>
          {me?.name !== undefined && me.name !== null && (
            <Text fw={600}>
              <bdi>{me.name}</bdi>
            </Text>
          )}
          <Text size="sm" c="dimmed">
            {me?.email ?? '…'}
          </Text>
        </div>
        {ways.map(([href, label]) => (
          <Anchor
            key={href}
            component={Link}
            href={href}
            onClick={() => hideMenu('person')}
            underline="always"
            size="sm"
          >
            {label}
          </Anchor>
        ))}
        <SignOutButton signOut={signOut} />
      </Stack>
    </HeaderMenu>
  );
}
