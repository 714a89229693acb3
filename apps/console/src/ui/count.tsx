'use client';

import { type MantineSpacing, Text } from '@mantine/core';
import { memo } from 'react';

type Props = {
  /** How many are shown, in words; empty: not known yet. */
  text: string;
  /** The question that they answer. */
  of: string;
  /** The rows that are shown answer the question before. */
  isOld: boolean;
  /** And have for a moment: who waits is told no number. */
  isWaiting: boolean;
  className?: string | undefined;
  mb?: MantineSpacing;
};

/**
 * How many rows a list shows: said afresh with each question's answer, also where the number is the same. For the first moment of waiting it stays as the
 * rows do: to draw anything then would hold up an answer that is quick.
 */
export const Count = memo(
  function Count({ text, of, isWaiting, className, mb }: Props) {
    return (
      <Text size="sm" c="dimmed" role="status" {...(mb === undefined ? {} : { mb })} className={className ?? ''}>
        <span key={of}>{isWaiting ? '' : text}</span>
      </Text>
    );
  },
  (_, { isOld, isWaiting }) => isOld && !isWaiting,
);
