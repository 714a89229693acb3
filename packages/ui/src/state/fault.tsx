import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** A sentence that says what went wrong, in the colour of errors. It is read aloud at once. */
export function Fault({ children }: { children: ReactNode }) {
  return (
    // Mantine knows no colour «error» by its name: `c="error"` would colour nothing.
    <Text size="sm" c="var(--mantine-color-error)" role="alert" mt="xs">
      {children}
    </Text>
  );
}
