import { expect, it } from 'vitest';

import { judgeReceiver } from './receiver.ts';

it('a receiver is refused unless the networks hold 127.0.0.1, with both lines to paste', () => {
  for (const nets of ['127.0.0.1', '127.0.0.1/32', '10.0.0.0/8, 127.0.0.0/8', '0.0.0.0/0'])
    expect(() => judgeReceiver(nets), nets).not.toThrow();
  const lines = (value: string): string =>
    `  STREAM_ALLOW_NETS=${value} npm start\n  STREAM_ALLOW_NETS=${value} npm run -s goal -- demo --receiver`;
  expect(() => judgeReceiver(undefined)).toThrow(lines('127.0.0.1/32'));
  for (const nets of ['10.0.0.0/8', '127.0.0.2', '127.0.0.0/32', 'fd00::/8', '::ffff:127.0.0.1', '::/0'])
    expect(() => judgeReceiver(` ${nets} `), nets).toThrow(lines(`${nets},127.0.0.1/32`));
});
