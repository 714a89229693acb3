import type { Left } from '@goal/contract';
import { Time } from '@goal/ui/components/time.tsx';
import { formatNumber } from '@goal/ui/lib/numbers.ts';
import { List, Text } from '@mantine/core';

/** Which streams and exports may have what is erased: nothing calls it back. */
export function WhatLeft({ streams, exports }: Left) {
  if (streams.length + exports.length === 0)
    return <Text size="sm">No stream has sent it, and no export holds it.</Text>;
  return (
    <>
      <Text size="sm">What left cannot be called back. These may have it, in whole or in part:</Text>
      <List size="sm">
        {streams.map(({ id, name }) => (
          <List.Item key={id}>
            the stream <bdi>{name}</bdi>
          </List.Item>
        ))}
        {exports.map(({ at, by, events }) => (
          <List.Item key={`${at} ${by}`}>
            an export of {formatNumber(events)} events by <bdi>{by}</bdi>, <Time value={at} as="day" />
          </List.Item>
        ))}
      </List>
    </>
  );
}
