import { type MantineSpacing, Text } from '@mantine/core';
import { useState } from 'react';

type Props = {
  /** The count in words; empty for none; undefined to leave what is shown. */
  text: string | undefined;
  /** Identifies the query that `text` answers. */
  query: string;
  className?: string | undefined;
  mb?: MantineSpacing;
};

/** A screen reader hears the count after every query, even if the number is the same. */
export function Count({ text, query, className, mb }: Props) {
  const [shown, setShown] = useState({ text: text ?? '', query });
  if (text !== undefined && (text !== shown.text || query !== shown.query)) setShown({ text, query });
  return (
    <Text size="sm" c="dimmed" role="status" {...(mb === undefined ? {} : { mb })} className={className ?? ''}>
      <span key={shown.query}>{shown.text}</span>
    </Text>
  );
}
