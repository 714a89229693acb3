import { Text } from '@mantine/core';

import classes from './account.module.css';

/** What a customer named something, in at most three lines, whichever way it is written; nothing is seen as a dash and heard as a word. */
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
