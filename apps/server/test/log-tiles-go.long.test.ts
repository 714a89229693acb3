import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

import { debianGo } from '@goal/signed-log/testing/debian-go';
import { expect, test } from 'vitest';

import { makeEvent, sharedService } from './harness.ts';

const service = await sharedService();

test("Go's tlog reads the tiles of a log and proves every leaf of it", async () => {
  const account = await service.makeAccount({ reseller: true });
  const site = await service.makeSite(account);
  await service.ingest(
    site,
    Array.from({ length: 300 }, () => makeEvent()),
  );
  await service.logEvent(account, site);
  const program = path.join(import.meta.dirname, 'foreign/tiles.go');
  const prefix = `${service.origin}${service.basePath}/account/log`;
  const { stdout } = await promisify(execFile)('go', ['run', program, prefix, account.token], {
    env: { ...process.env, ...debianGo },
  });
  const leaves = Number(/^(\d+) leaves\n$/.exec(stdout)?.[1]);
  expect(leaves).toBeGreaterThan(302);
});
