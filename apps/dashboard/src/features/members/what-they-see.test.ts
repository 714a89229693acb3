import { expect, test } from 'vitest';

import { whatTheySee } from './what-they-see.ts';

test('an invitation says in one sentence what the person will see', () => {
  const shops = { name: 'Shops', site_count: 6 };
  expect(whatTheySee(' mia@client.test', { role: 'viewer', group: shops })).toBe(
    'mia@client.test will see the 6 sites of Shops, and nothing else.',
  );
  expect(whatTheySee('mia@client.test', { role: 'admin', group: { ...shops, site_count: 1 } })).toBe(
    'mia@client.test will see the 1 site of Shops, and nothing else. In this group they may manage sites and their keys, and decide which sites keep IP addresses.',
  );
  expect(whatTheySee('', { role: 'viewer', group: { ...shops, site_count: 0 } })).toBe(
    'They will see the sites of Shops, and nothing else.',
  );
  expect(whatTheySee('jo@north.test', { role: 'owner', group: undefined })).toBe(
    'jo@north.test will see the whole account, and may change everything, and decide who else may.',
  );
});
