import { Text } from '@mantine/core';

import classes from './account.module.css';

/** A customer's name, in at most three lines. No name is a dash, read out as «none». */
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
