import { type AccountKeyView, explainKeyRefusal } from '@goal/contract';
import { Text } from '@mantine/core';

import { Time } from './time.tsx';

type Props = { refused: Pick<AccountKeyView, 'last_refused_at' | 'last_refusal'> };

/**
 * When a request with an account key or group key was last refused, with which sentence and why.
 */
export function LastRefusal({ refused: { last_refused_at: at, last_refusal: sentence } }: Props) {
  if (at === undefined || sentence === undefined) return 'never';
  return (
    <>
      <Time value={at} as="ago" /> with «{sentence}»
      <Text size="xs" c="dimmed">
        {explainKeyRefusal(sentence)}
      </Text>
    </>
  );
}
