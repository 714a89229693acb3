import { afterAll, beforeAll, expect, test } from 'vitest';

import { json, openService, type ServiceUnderTest } from '../testing/service.ts';

let service: ServiceUnderTest;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.end());

test('R§16.11 goal log shows the keys and the state of the logs, and exchanges the key that signs', async () => {
  const { code, out } = await service.goal('log key new');
  expect(code).toBe(0);
  expect(out).toMatch(/^PRIVATE\+KEY\+goal\+[0-9a-f]{8}\+[A-Za-z0-9+/]{44}\n$/);
  expect(json(await service.goal('log status --json'))).toEqual({
    logs: 0,
    behind_seconds: 0,
    mismatches: 0,
    key_kept: null,
    key_problem: null,
    former_key_until: null,
  });
  // Looking makes no key.
  expect(json(await service.goal('log key show --json'))).toEqual({ keys: [] });
  const first = json(await service.goal('log key rotate --json'));
  expect(first).toMatchObject({ public: expect.any(String), former_until: null });
  const rotated = json(await service.goal('log key rotate --json'));
  expect(rotated).toMatchObject({ public: expect.any(String), former_until: expect.any(String) });
  expect(json(await service.goal('log key show --json'))).toMatchObject({
    keys: [
      { public: first['public'], until: rotated['former_until'] },
      { public: rotated['public'], until: null },
    ],
  });
  expect(
    await service.rows(`select actor_kind, actor, detail from action where action = 'log.key' order by id`),
  ).toEqual([
    { actor_kind: 'cli', actor: 'goal log', detail: { public: first['public'], lost: false } },
    { actor_kind: 'cli', actor: 'goal log', detail: { public: rotated['public'], lost: false } },
  ]);
  expect(json(await service.goal('log status --json'))).toMatchObject({ key_kept: 'database', key_problem: null });
  expect(json(await service.goal('log renew --json'))).toEqual({ renewed: 0 });
});
