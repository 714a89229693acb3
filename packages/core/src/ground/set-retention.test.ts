import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../../..');
const rooms = ['packages/api/src', 'packages/core/src', 'packages/db/src', 'apps/cli/src', 'apps/server/src'];

/** What changes how long events are kept, in SQL and by the generated client. */
const writes = [
  /\b(?:insert into|update|delete from|truncate|merge into) retention_cut\b/i,
  /\bupdate site\b[^`';]*\bretention_days =/i,
  /\bupdate account\b[^`';]*\bis_reseller =/i,
  /\baccount\.(?:create|update|upsert)\w*\([^;]*\bdata: [^;]*\bisReseller\b/,
  /\bretentionCut\.(?:create|update|upsert|delete)/,
  /\bsite\.(?:create|update|upsert)\w*\([^;]*\bretentionDays\b/,
];

test('one file writes the retention of sites and its grace, and tells the signed log; the others begin a site, and drop a grace that has ended', () => {
  const files = rooms.flatMap((room) =>
    readdirSync(path.join(root, room), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !/(^|\/)(generated|testing)\//.test(file))
      .map((file) => `${room}/${file}`),
  );
  const writers = files.filter((file) => {
    const text = readFileSync(path.join(root, file), 'utf8').replaceAll(/\s+/g, ' ');
    return writes.some((form) => form.test(text));
  });
  expect(writers.toSorted()).toEqual([
    'packages/core/src/ground/set-retention.ts',
    'packages/core/src/retention/hold.ts',
    'packages/core/src/site/create-site.ts',
  ]);
});
