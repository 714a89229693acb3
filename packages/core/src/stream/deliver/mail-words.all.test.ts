import { mailText, startMailServer } from '@goal/db/testing';
import { afterAll, expect, onTestFinished, test } from 'vitest';

import { coreOf } from '../../../test/core-of.ts';
import { newEvent, openWorld } from '../../../test/event-world.ts';
import { storeEvents } from '../../event/store/store-events.ts';
import { smtpMailer } from '../../mail/mailer.ts';
import { createStream } from '../manage/create-stream.ts';
import { sendDueStreams } from '../worker/send-due-streams.ts';

const world = await openWorld();
afterAll(() => world.close());
const core = coreOf(world);

/** A stream of mails to the account's address, and a mail server. */
async function scene() {
  await world.db.prisma.stream.deleteMany();
  const server = await startMailServer();
  const mailer = smtpMailer(server.url, 'goal@example.com');
  onTestFinished(async () => {
    mailer.close();
    await server.stop();
  });
  const { account, sites } = await world.account();
  const found = await world.db.prisma.account.findFirstOrThrow({ where: { rowId: account }, select: { id: true } });
  const caller = { account: { rowId: account, id: found.id }, actor: { kind: 'cli', name: 'test' } } as const;
  const sink = { type: 'mail', open: { to: null }, secret: undefined } as const;
  const { id } = await createStream(core, caller, { name: 'Alert', sink });
  return {
    server,
    arrive: (...messages: string[]) =>
      storeEvents(
        world,
        { account, site: sites[0] ?? 0 },
        messages.map((message) => newEvent({ message })),
      ),
    /** One round of the worker, after any pause; resolves to what the stream says then. */
    round: async () => {
      await world.db.work.query(
        `update stream set last_delivery_at = last_delivery_at - interval '11 minutes', next_at = 'epoch' where id = $1`,
        [id],
      );
      await sendDueStreams(core, {
        mailer,
        dashboardUrl: 'https://goal.example.com',
        signal: new AbortController().signal,
        onError: (error) => expect.fail(String(error)),
      });
      return world.db.prisma.stream.findFirstOrThrow({
        where: { id },
        select: { delivered: true, lastError: true, failingSince: true },
      });
    },
  };
}

const wordless = 'the mail server did not take the words of the events: the mail named them without';

test.for([554, 552, 550] as const)(
  'R§15.7 a mail server that refuses the words of an event with %s gets the mail without them, and what comes behind arrives',
  async (status) => {
    const { server, arrive, round } = await scene();
    server.judge = (source) => (source.includes('poison') ? status : undefined);
    await arrive('a good one', 'poison', 'another');
    expect(await round()).toMatchObject({ delivered: 3n, lastError: wordless, failingSince: null });
    const [mail] = server.received;
    const text = mail === undefined ? '' : mailText(mail);
    expect(text).toContain('found 3 events');
    expect(text).toContain('They are in the log.');
    expect(text).not.toMatch(/poison|a good one/);
    await arrive('the next one');
    expect(await round()).toMatchObject({ delivered: 4n, lastError: null });
    expect(mailText(server.received[1] ?? { to: [], source: '' })).toContain('the next one');
  },
);

test('R§15.7 a mail server that hangs up on the words of an event gets the mail without them at the third attempt; one that is down gets it whole', async () => {
  const { server, arrive, round } = await scene();
  server.judge = (source) => (source.includes('poison') ? 'hangs up' : undefined);
  await arrive('poison');
  for (let attempt = 1; attempt <= 2; attempt += 1) expect(await round()).toMatchObject({ delivered: 0n });
  expect(await round()).toMatchObject({ delivered: 1n, lastError: wordless });
  server.judge = () => 'hangs up';
  await arrive('while it is down');
  for (let attempt = 1; attempt <= 5; attempt += 1) expect(await round()).toMatchObject({ delivered: 1n });
  server.judge = () => undefined;
  expect(await round()).toMatchObject({ delivered: 2n, lastError: null });
  expect(mailText(server.received.at(-1) ?? { to: [], source: '' })).toContain('while it is down');
});

test('R§15.7 a mail server that says «later» gets the mail whole', async () => {
  const { server, arrive, round } = await scene();
  server.judge = () => 451;
  await arrive('greylisted');
  expect(await round()).toMatchObject({ delivered: 0n, lastError: 'the mail server did not take the mail' });
  server.judge = () => undefined;
  expect(await round()).toMatchObject({ delivered: 1n });
  expect(mailText(server.received.at(-1) ?? { to: [], source: '' })).toContain('greylisted');
});
