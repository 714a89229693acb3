import { expect, onTestFinished, test } from 'vitest';

import { openScratchCheckout } from './scratch-checkout.ts';

test('a step of the setup that lasts says for how long', async () => {
  const checkout = openScratchCheckout();
  onTestFinished(checkout.close);
  await checkout.run('start', { DASHBOARD_PORT: 'off' });
  checkout.hold();
  const { printed } = await checkout.run('start', {}, (soFar) => {
    if (soFar.includes('still')) checkout.release();
  });
  expect(printed).toMatch(
    /^building the dashboard \(6 of 6\) …\n(still building the dashboard, [1-9]\d+ s\n)+started\n$/,
  );
});
