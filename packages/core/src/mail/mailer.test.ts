import { createServer, type AddressInfo, type Socket } from 'node:net';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { smtpMailer } from './mailer.ts';

// Words of a mail server may repeat the mail, and a failure is logged, kept and shown to operators.

const needle = 'zyxw-needle';
/** What the server answers to which command; `.` is the end of a mail, '' its greeting. */
let answers: Partial<Record<string, string>> = {};
const usual: Readonly<Record<string, string>> = {
  '': '220 ready',
  EHLO: '250 mail.example.com',
  DATA: '354 go on',
  '.': '250 taken',
};

/** A mail server that says in several lines what it was told. */
function serve(socket: Socket): void {
  let isData = false;
  const reply = (command: string): void => {
    socket.write(`${answers[command] ?? usual[command] ?? '250 ok'}\r\n`);
    isData = command === 'DATA' && answers[command] === undefined;
  };
  socket.on('error', () => undefined);
  reply('');
  socket.on('data', (part) => {
    for (const line of part.toString().split('\r\n').filter(Boolean))
      if (!isData) reply(line.split(' ', 1)[0] ?? '');
      else if (line === '.') reply('.');
  });
}
const server = createServer(serve);
beforeAll(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve)));
afterAll(() => void server.close());

test.each([
  ['a greeting', { '': `554-no ${needle}\r\n554 ${needle}` }, 'the mail server answered 554'],
  ['a sender', { MAIL: `451-${needle}\r\n451 4.7.1 ${needle}` }, 'the mail server answered 451 to MAIL FROM'],
  ['a recipient', { RCPT: `550 5.1.1 <${needle}@example.com>` }, 'the mail server answered 550 to RCPT TO'],
  ['a mail', { '.': `554-5.7.1 «${needle}»\r\n554 5.7.1 is no text for us` }, 'the mail server answered 554 to DATA'],
  ['anything else', { EHLO: needle, HELO: needle }, 'the mail server did not take the mail'],
])(
  'R§15.9 a mail server that answers %s with words of the mail fails with a sentence of ours',
  async (_what, said, sentence) => {
    answers = said;
    const { port } = server.address() as AddressInfo; // a server that listens has one
    const mailer = smtpMailer(`smtp://127.0.0.1:${port}`, 'goal@example.com');
    const text = `Hello ${needle}`;
    const sending = mailer.send({ id: 'a', to: 'mia@example.com', subject: 'A', text, html: text });
    const error = await sending.then(
      () => undefined,
      (failure: unknown) => failure,
    );
    mailer.close();
    expect(error).toBeInstanceOf(Error);
    expect((error as Error).message).toBe(sentence);
    // A log writes the stack, the cause, and whatever else an error has.
    expect(JSON.stringify([error, (error as Error).stack, (error as Error).cause])).not.toContain(needle);
  },
);

test.each([
  [{ RCPT: '550 5.1.1 no such mailbox' }, 'mailbox'],
  [{ RCPT: '450 4.2.0 greylisted' }, 'mailbox'],
  [{ '.': '554 5.7.1 spam' }, 'words'],
  [{ '.': '552 5.3.4 too large' }, 'words'],
  [{ MAIL: '552 5.3.4 too large' }, 'words'],
  [{ '.': '451 4.3.0 later' }, undefined],
  [{ MAIL: '530 5.7.0 sign in' }, undefined],
  [{ '': '421 4.3.2 busy' }, undefined],
] as const)('R§15.7 what an answer refuses: %o', async (said, refused) => {
  answers = said;
  const { port } = server.address() as AddressInfo; // a server that listens has one
  const mailer = smtpMailer(`smtp://127.0.0.1:${port}`, 'goal@example.com');
  const sending = mailer.send({ id: 'a', to: 'mia@example.com', subject: 'A', text: 'A', html: 'A' });
  await expect(sending).rejects.toMatchObject({ name: 'MailNotTaken', refused });
  mailer.close();
});

test('R§15.7 any 2xx of a mail server is its yes', async () => {
  const { port } = server.address() as AddressInfo; // a server that listens has one
  for (const status of [250, 251, 252]) {
    answers = { MAIL: `${status} ok`, RCPT: `${status} will forward`, '.': `${status} taken` };
    const mailer = smtpMailer(`smtp://127.0.0.1:${port}`, 'goal@example.com');
    await mailer.send({ id: 'a', to: 'mia@example.com', subject: 'A', text: 'A', html: 'A' });
    mailer.close();
  }
});
