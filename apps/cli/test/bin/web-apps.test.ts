import { expect, test } from 'vitest';

import { startedApps, webApps } from '../../bin/web-apps.mjs';

test('a start builds every web app but those whose port is off', () => {
  expect(startedApps({})).toEqual(webApps);
  expect(startedApps({ CONSOLE_PORT: '3000' })).toEqual(webApps);
  expect(startedApps({ CONSOLE_PORT: 'off' })).toEqual(['dashboard']);
  expect(startedApps({ DASHBOARD_PORT: 'off' })).toEqual(['console']);
  expect(startedApps({ CONSOLE_PORT: 'off', DASHBOARD_PORT: 'off' })).toEqual([]);
});
