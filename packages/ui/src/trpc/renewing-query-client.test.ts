import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';

import { RenewingQueryClient } from './renewing-query-client.ts';

/** A list whose answers come when the test says so, and what a page shows of it. */
function openList(client: RenewingQueryClient, queryKey: readonly string[]) {
  const asked: ((names: string[]) => void)[] = [];
  const options = { queryKey, queryFn: () => new Promise<string[]>((answer) => asked.push(answer)), retry: false };
  return {
    asked,
    options,
    watch: (): QueryObserver<string[]> => {
      const observer = new QueryObserver<string[]>(client, options);
      observer.subscribe(() => {});
      return observer;
    },
  };
}

test('a first answer that was made before a change does not count after it', async () => {
  const client = new RenewingQueryClient();
  const list = openList(client, ['views']);
  const page = list.watch();
  const renewed = client.invalidateQueries({ queryKey: ['views'] });
  expect(list.asked).toHaveLength(2);
  list.asked[0]?.([]);
  list.asked[1]?.(['Logins']);
  await renewed;
  expect(page.getCurrentResult()).toMatchObject({ data: ['Logins'], isFetching: false, error: null });
  client.clear();
});

test('a change renews neither what is fetched by hand nor, when it says so, anything', async () => {
  const client = new RenewingQueryClient();
  const [byHand, watched] = [openList(client, ['page']), openList(client, ['views'])];
  const page = watched.watch();
  const fetched = client.fetchQuery(byHand.options);
  await client.invalidateQueries({ refetchType: 'none' });
  void client.invalidateQueries({ queryKey: ['page'] });
  byHand.asked[0]?.(['first event']);
  watched.asked[0]?.(['Logins']);
  expect(await fetched).toEqual(['first event']);
  await expect.poll(() => page.getCurrentResult().data).toEqual(['Logins']);
  expect([byHand.asked.length, watched.asked.length]).toEqual([1, 1]);
  client.clear();
});
