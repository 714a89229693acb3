import { randomUUID } from 'node:crypto';

import { afterAll, expect, test } from 'vitest';

import { coreOf } from '../../test/core-of.ts';
import { newEvent, openWorld } from '../../test/event-world.ts';
import { storeEvents } from '../event/store-events.ts';
import type { Caller } from '../ground/caller.ts';
import type { Message } from '../mail/mailer.ts';
import { spendTry } from '../person/brake.ts';
import { createStream } from './create-stream.ts';
import { deleteStream, pauseStream, replayStream, resumeStream, updateStream } from './change-stream.ts';
import { sendDueStreams } from './send-due-streams.ts';

const world = await openWorld();
afterAll(() => world.close());
const core = coreOf(world);

const mail = { type: 'mail', open: { to: null }, secret: undefined } as const;

async function scene() {
  const { account, sites } = await world.account();
  const { id } = await world.db.prisma.account.findFirstOrThrow({ where: { rowId: account }, select: { id: true } });
  const caller: Caller = { account: { rowId: account, id }, actor: { kind: 'account_key', name: 'a key' } };
  const sent: Message[] = [];
  const mailer = {
    send: (message: Message) => Promise.resolve(void sent.push(message)),
    verify: () => Promise.resolve(),
    close: () => {},
  };
  const arrive = () => storeEvents(world.store, { account, site: sites[0] ?? 0 }, [newEvent()]);
  const errors: unknown[] = [];
  /** One round of the worker, and how many mails there are then. */
  const round = async (): Promise<number> => {
    await sendDueStreams(core, {
      mailer,
      signal: new AbortController().signal,
      onError: (error) => void errors.push(error),
    });
    expect(errors).toEqual([]);
    return sent.length;
  };
  return { caller, arrive, round };
}

test('R§15.3 a stream of mails sends one mail in ten minutes, and no pause, change, replay or retry hastens the next one', async () => {
  const { caller, arrive, round } = await scene();
  const { id } = await createStream(core, caller, { name: 'Alert', sink: mail });
  await arrive();
  expect(await round()).toBe(1);
  const hastenings = [
    () => pauseStream(core, caller, id),
    () => resumeStream(core, caller, id),
    () => updateStream(core, caller, id, { filters: { severity: ['info'] } }),
    () => updateStream(core, caller, id, { sink: mail }),
    () => replayStream(core, caller, id, 'oldest'),
    () =>
      world.db.work.query(
        `insert into stream_set_aside (stream_no, event_id, retry)
         select s.no, e.id, true from stream s join event e on e.account = s.account_no where s.id = $1`,
        [id],
      ),
  ];
  for (const hasten of hastenings) {
    await hasten();
    await arrive();
    expect(await round()).toBe(1);
  }
  // The columns round to milliseconds, so a time of now may lie ahead: both lie well in the past.
  const pass = () =>
    world.db.work.query(
      `update stream set last_delivery_at = last_delivery_at - interval '11 minutes', next_at = 'epoch' where id = $1`,
      [id],
    );
  await pass();
  // What was set aside is a mail, and the rest waits for its own.
  expect(await round()).toBe(2);
  expect(await round()).toBe(2);
  await pass();
  expect(await round()).toBe(3);
});

test('R§15.3 an account sends sixty mails of streams an hour, however often it makes one and deletes it', async () => {
  const { caller, arrive, round } = await scene();
  await arrive();
  for (let spent = 0; spent < 58; spent += 1) await spendTry(core, { kind: 'alert_mail', about: caller.account.id });
  for (const sent of [1, 2, 2]) {
    const { id } = await createStream(core, caller, { name: randomUUID(), sink: mail, start: 'oldest' });
    expect(await round()).toBe(sent);
    await deleteStream(core, caller, id);
  }
});
