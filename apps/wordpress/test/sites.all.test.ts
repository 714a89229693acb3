import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeEach, describe, expect, it } from 'vitest';

import { sharedService, type Site as Registered } from '../../server/test/harness.ts';
import { until } from '../../server/test/processes.ts';
import { makeSite, type Site } from './php.ts';
import { copyDatabase, unpackSqlite } from './sqlite.ts';
import { message, messagesOf, numbers } from './stored-events.ts';
import { startWebServer } from './web-server.ts';

const service = await sharedService();
const sqlite = unpackSqlite();
afterAll(() => sqlite.stop());

let registered: Registered;
let site: Site;
const stored = (): Promise<string[]> => messagesOf(service, registered);

/** A site that has been in use, so that it knows its address. */
beforeEach(async () => {
  registered = await service.makeSite(await service.makeAccount({ plan: 'agency' }));
  sqlite.remove('site');
  site = makeSite({ ...sqlite.site('site'), WP_DOMAIN: registered.domain });
  await site.run('activate');
  await site.run('configure', `${service.origin}${service.basePath}`, registered.token);
  await site.run('tick');
});

describe('the WordPress sender', () => {
  it('keep what a copy of the site logs out of its log, whether the copy has its own database or not, and send everything when it was a move', async () => {
    await site.run('log', '1', '2');
    copyDatabase(sqlite.site('site'), sqlite.site('copy'));
    const copy = makeSite({
      ...sqlite.site('copy'),
      WP_DOMAIN: registered.domain,
      WP_HOME: 'https://staging.shop.test',
    });
    const beside = site.under({ WP_HOME: 'https://beside.shop.test' });
    for (const [other, number] of [
      [copy, '3'],
      [beside, '4'],
    ] as const) {
      await other.run('log', number, number);
      await other.run('tick');
      expect(await other.run('notices')).toContain('Nothing is sent until you say whether');
    }
    expect(await stored()).toEqual([]);
    await site.run('tick');
    expect(await stored()).toEqual(numbers(2));
    await beside.run('press', 'copied');
    await beside.run('log', '5', '5');
    await beside.run('tick');
    await site.run('tick');
    expect(await stored()).toEqual(numbers(2));
    expect((await site.state()).queue).toMatchObject({ count: 0, elsewhere: 0 });
    // The service has the events of before already, and takes each once.
    await copy.run('press', 'moved');
    expect(await stored()).toEqual([...numbers(2), message(3)]);
  });

  it('send as before where wp-config.php takes the address from each request', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'goal-wordpress-'));
    const config = path.join(folder, 'wp-config.php');
    writeFileSync(config, `<?php\ndefine('WP_HOME', 'https://' . $_SERVER['HTTP_HOST']);\n`);
    const visited = site.under({ WP_HOME: 'http://203.0.113.5', WP_FOLDER: `${folder}/` });
    await visited.run('log', '1', '1');
    await visited.run('tick');
    expect(await stored()).toEqual(numbers(1));
    writeFileSync(config, `<?php\n// Not HTTP_HOST: this one is fixed.\ndefine('WP_HOME', 'http://203.0.113.5');\n`);
    await visited.run('log', '2', '2');
    await visited.run('tick');
    expect(await stored()).toEqual(numbers(1));
    rmSync(folder, { recursive: true });
  });

  it('deliver the event of the only visit to a quiet site at its end, by a request of the site to itself, without cron and without holding the page up', async () => {
    let endPage = (): void => undefined;
    const pageEnd = new Promise<void>((resolve) => (endPage = resolve));
    const web = await startWebServer((body) => pageEnd.then(() => site.run('self-call', body)));
    await site.under({ WP_ORIGIN: web.address }).run('visit', '1');
    expect(await stored()).toEqual([]);
    endPage();
    await until(() => web.handled.length === 1);
    await Promise.all(web.handled);
    expect(await stored()).toEqual(numbers(1));
    await web.close();
  });
});
