import type { Left } from '@goal/contract';
import { Time } from '@goal/ui/text/time.tsx';
import { countOf, formatNumber } from '@goal/ui/lib/numbers.ts';
import { List, Text } from '@mantine/core';

export function WhatLeft({ streams, exports, views, private_views: others }: Left) {
  const sent = streams.filter((one) => one.sent !== false);
  const filtering = streams.filter(({ filter, deleted_at: at }) => filter === true && at === undefined);
  return (
    <>
      {sent.length + exports.length === 0 ? (
        <Text size="sm">No stream has sent it, and no export or bundle holds it.</Text>
      ) : (
        <>
          <Text size="sm">What left cannot be called back. These may have it, in whole or in part:</Text>
          <List size="sm">
            {sent.map(({ id, name, deleted_at: at }) => (
              <List.Item key={`${id} ${at}`}>
                the stream <bdi>{name}</bdi>
                {at !== undefined && (
                  <>
                    , deleted <Time value={at} as="day" />
                  </>
                )}
              </List.Item>
            ))}
            {exports.map(({ at, by, events, bundle }) => (
              <List.Item key={`${at} ${by}`}>
                {bundle === true ? 'a bundle of the signed log' : `an export of ${formatNumber(events)} events`} by{' '}
                <bdi>{by}</bdi>, <Time value={at} as="day" />
              </List.Item>
            ))}
          </List>
        </>
      )}
      {filtering.length + views.length + others > 0 && (
        <>
          <Text size="sm">These keep the name, because without it they would find more. Change or delete them:</Text>
          <List size="sm">
            {filtering.map(({ id, name }) => (
              <List.Item key={id}>
                the filter of the stream <bdi>{name}</bdi>
              </List.Item>
            ))}
            {views.map(({ id, name }) => (
              <List.Item key={id}>
                the saved view <bdi>{name}</bdi>
              </List.Item>
            ))}
            {others > 0 && (
              <List.Item>{countOf(others, 'view', 'views')} that other members keep for themselves</List.Item>
            )}
          </List>
        </>
      )}
    </>
  );
}

/** What no list can tell (rulings §13.2). */
export function NotListed() {
  return (
    <Text size="sm">
      Nobody can list who read it: in pages of the log and tails, with AI tools, in a proof of a single event, in a
      weekly mail or a report on paper. Backups from before have it too.
    </Text>
  );
}
