import { exportShape } from '@goal/contract';
import { openPatientDatabase } from '@goal/db/testing';
import { expect, it } from 'vitest';

import { begin, rest } from './export-reader.ts';
import { processesOnDatabase } from './processes.ts';

const { processes, databaseUrl, admin } = await processesOnDatabase();

it('R§9.12 an export whose process was killed is never told as whole, and its key exports again after the restart', async () => {
  const server = await processes.start({ databaseUrl });
  const make = await admin(server);
  const account = await make.makeAccount({ plan: 'agency' });
  const site = await make.makeSite(account);
  await make.sendOne(site);
  const db = openPatientDatabase({ url: databaseUrl, name: 'goal-test', sizes: { work: 1 } });
  // More bytes than the buffers on the way hold.
  await db.work.query(
    `insert into event (account, id, site, occurred_at, code, user_id, severity, object, event_type, username, message)
     select account, 1000000000000 + n, site, occurred_at, code, user_id, severity, object, event_type, username,
       repeat('x', 8000) from event, generate_series(1, 5000) n`,
  );
  await db.close();
  const headers = { Authorization: `Bearer ${account.token}` };
  const path = '/account/events/export?format=csv';
  const cut = await begin(server, path, headers);
  const id = String(cut.headers['x-export-id']);
  await server.end('SIGKILL');
  const { isWhole, bytes } = await rest(cut);
  expect([isWhole, bytes.length < 5000 * 8000]).toEqual([false, true]);

  const after = await processes.start({ databaseUrl });
  const tell = async (one: string) =>
    (await after.call('GET', `/account/exports/${one}`, { token: account.token })).as(200, exportShape);
  expect(await tell(id)).toMatchObject({ ended_at: null, complete: false, events: 0, bytes: 0, sha256: null });
  const next = await begin(after, path, headers);
  const whole = await rest(next);
  expect(whole.isWhole).toBe(true);
  expect(await tell(String(next.headers['x-export-id']))).toMatchObject({
    complete: true,
    events: 5001,
    bytes: whole.bytes.length,
  });
});
