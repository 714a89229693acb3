'use client';

import { Link } from '@goal/ui/components/link.tsx';
import { EntryCard } from '@goal/ui/shell/entry-card.tsx';
import { Anchor, Text } from '@mantine/core';

/** Shown to people without a session: the pages behind the sign-in have their own, in the frame. */
export default function NotFoundPage() {
  return (
    <EntryCard title="Not found">
      <Text size="sm">This page does not exist, or it is not open here.</Text>
      <Anchor component={Link} href="/sign-in" underline="always" size="sm">
        Sign in
      </Anchor>
    </EntryCard>
  );
}
