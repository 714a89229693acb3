import { expect, test } from 'vitest';

import { acceptedThisMonth } from './monthly-limit.ts';

test('an account whose machine is away fails no look-up of others, and any other fault is told', async () => {
  const failing = (code: string) => {
    const query = () => Promise.reject(Object.assign(new Error('away'), { code }));
    // Of its sessions the verb asks for no more.
    return { lookups: { query } } as unknown as Parameters<typeof acceptedThisMonth>[0];
  };
  const row = { account_no: 1, hard_limit: 1000 };
  expect(await acceptedThisMonth(failing('57014'), row)).toBe(0);
  expect(await acceptedThisMonth(failing('08006'), row)).toBe(0);
  await expect(acceptedThisMonth(failing('42P01'), row)).rejects.toThrow('away');
});
