import { Text } from '@mantine/core';

import classes from './account.module.css';

/**
 * A name that a customer gave, in at most three lines and in either writing direction. No name is
 * shown as a dash and read out as «none».
 */
export function Name({ text }: { text: string | null }) {
  if (text === null)
    return (
      <Text span size="sm" c="dimmed" role="img" aria-label="none">
        –
      </Text>
    );
  return (
    <span className={classes.clamped} title={text} dir="auto">
      {text}
    </span>
  );
}
