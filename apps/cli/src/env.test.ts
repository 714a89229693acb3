import { expect, test } from 'vitest';

import { readEnv } from './env.ts';

test('API_URL may have the path below which the endpoints are, and no other', () => {
  const originFor = (address: string, base?: string): string | undefined =>
    readEnv({ API_URL: address, ...(base !== undefined && { BASE_PATH: base }) }).signedLog.origin;
  for (const address of ['https://api.example.com', 'https://api.example.com/', 'https://api.example.com/v1/goal'])
    expect(originFor(address)).toBe('api.example.com');
  expect(originFor('https://api.example.com/audit/', '/audit')).toBe('api.example.com');
  const rule = 'API_URL must be the public origin of the API, as https://api.example.com';
  for (const address of ['https://api.example.com/v1', 'https://api.example.com/x/v1/goal', 'https://api.example.com?'])
    expect(() => originFor(address)).toThrow(rule);
  expect(() => originFor('https://api.example.com/v1/goal', '/audit')).toThrow(rule);
});
