import { describe, expect, it } from 'vitest';

import { accountList, openReadWorld } from './read-world.ts';

const world = await openReadWorld();

describe('R§6.1 R§2.8 invalid parameters', () => {
  const notIntegers = [
    '',
    '+5',
    '%2B5',
    '%205',
    '5%20',
    '5.0',
    '5.',
    '1e1',
    '0x5',
    'abc',
    'NaN',
    '-',
    '--5',
    '9007199254740992',
    '10000000000000000',
    '00000000000000005',
    '%D9%A5',
    '5,6',
    '[5]',
    'null',
    'true',
    '%00',
    '5%00',
  ];

  it('I§4 ?limit I§8 Page size R§6.1 limit is 1 to 200, with 50 as the default', async () => {
    expect((await world.account.call('GET', '/events')).as(200, accountList).events).toHaveLength(50);
    expect((await world.account.call('GET', '/events?limit=1')).as(200, accountList).events).toHaveLength(1);
    expect(
      (await world.account.call('GET', '/events?limit=0000000000000005')).as(200, accountList).events,
    ).toHaveLength(5);
    expect((await world.account.call('GET', '/events?limit=200')).as(200, accountList).events).toHaveLength(126);
    for (const bad of [...notIntegers, '0', '-1', '-0', '201', '9007199254740991'])
      await world.refused(`limit=${bad}`, 'invalid limit');
    await world.refused('limit=5&limit=5', 'invalid limit');
  });

  it.each([...notIntegers, '-1', '-5'])('R§2.8 R§6.1 code and user_id are integers: %j is refused', async (bad) => {
    if (bad !== '5,6') await world.refused(`code=${bad}`, 'invalid code');
    await world.refused(`user_id=${bad}`, 'invalid user_id');
  });

  it('R§6.1 R§6.3 lists refuse an empty element, more than 100 codes, and one bad value among good ones', async () => {
    for (const bad of [
      'code=1000,',
      'code=,1000',
      'code=1000,,1001',
      'code=,',
      'code=1000&code=',
      'code=1000&code=x',
      `code=${Array.from({ length: 101 }, (_, at) => at).join(',')}`,
      Array.from({ length: 101 }, () => 'code=5').join('&'),
    ])
      await world.refused(bad, 'invalid code');
    expect((await world.account.call('GET', '/events?user_id=-0&code=-0')).status).toBe(200);
  });

  it.each([
    '',
    '%20',
    'now',
    '2023-02-29',
    '2024-13-01',
    '2024-01-01T24:00:00Z',
    '2024-01-01T23:59:60Z',
    '1700000000',
    '2024',
    '2024-01',
    '2024-01-01T12:00:00%2B0200',
    '2024-01-01T12:00:00%2B24:00',
    '2024-01-01T12:00:00.Z',
    '2024-01-01T12:00:00,5Z',
    '2024-01-01Z',
    '2024-01-01T12:00:00.1234567890Z',
    '%00',
    '2024-01-01T00:00:00Z%00',
  ])('R§2.9 R§6.1 from and to: %j', async (bad) => {
    await world.refused(`from=${bad}`, 'invalid from');
    await world.refused(`to=${bad}`, 'invalid to');
  });

  it('R§6.1 a single-valued parameter given twice is invalid, even with equal values', async () => {
    for (const [name, value] of [
      ['limit', '5'],
      ['from', '2024-01-01'],
      ['to', '2024-01-01'],
      ['user_id', '5'],
      ['object', 'post'],
      ['event_type', 'login'],
      ['q', 'x'],
      ['cursor', ''],
    ])
      await world.refused(`${name}=${value}&${name}=${value}`, `invalid ${name}`);
  });

  it('R§6.1 an empty q, object, event_type or cursor counts as absent', async () => {
    await world.expectMatches({ q: '', object: '', event_type: '', cursor: '' }, () => true);
  });

  it('R§2.4 the first bad parameter in the order of interface.md decides the answer', async () => {
    const order: [string, string][] = [
      ['limit', '0'],
      ['from', 'x'],
      ['to', 'x'],
      ['code', 'x'],
      ['user_id', 'x'],
      ['object', 'a&object=b'],
      ['event_type', 'a&event_type=b'],
      ['severity', 'x'],
      ['q', 'a&q=b'],
      ['cursor', 'x'],
    ];
    for (const [at, [name]] of order.entries()) {
      await world.refused(
        order
          .slice(at)
          .reverse()
          .map(([one, value]) => `${one}=${value}`)
          .join('&'),
        `invalid ${name}`,
      );
    }
  });
});
