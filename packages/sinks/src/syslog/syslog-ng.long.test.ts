import type { SyslogSink } from '@goal/contract';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';

import { makeAuthority } from '../../test/certificates.ts';
import { aBatch, anEvent, localGuard } from '../../test/scene.ts';
import { startSyslogNg } from '../../test/syslog-ng.ts';
import { deliver } from '../deliver.ts';
import { cefMessage } from './cef.ts';
import { messageWithin, onOneLine, withoutBreaks } from './free-text.ts';
import { rfc5424Message } from './rfc5424.ts';

const maxBytes = 8192;

async function scene() {
  const authority = makeAuthority();
  const syslogNg = await startSyslogNg(authority.issue({ name: 'localhost' }), maxBytes);
  onTestFinished(() => syslogNg.stop());
  const guard = localGuard();
  const send = (events: readonly ReturnType<typeof anEvent>[], fields: Partial<SyslogSink> = {}) =>
    deliver(
      {
        type: 'syslog',
        host: 'localhost',
        port: syslogNg.port,
        body: 'rfc5424',
        ca: authority.cert,
        client_key: null,
        client_cert: null,
        ...fields,
      },
      aBatch({ events }),
      { guard },
    );
  return { syslogNg, send };
}

test('syslog-ng with the settings of the guide writes each event as one line of JSON, with all of its fields', async () => {
  const { syslogNg, send } = await scene();
  const words = fc
    .sample(fc.string({ unit: 'grapheme', maxLength: 200 }), 500)
    .map((word) => word.replaceAll('\0', ''));
  const texts = ['a\n<13>1 fake', '\nbegins', '5 <13>1 x', '\u2028', '"]\\', 'C:\\new', '', '😀'.repeat(500), ...words];
  const events = texts.map((message, at) =>
    anEvent({ id: at + 1, message, username: [...message].slice(0, 20).join('') }),
  );
  expect(await send(events)).toMatchObject({ outcome: 'taken', error: null });
  await expect.poll(() => syslogNg.messages().length).toBe(events.length);
  const written = syslogNg.messages();
  for (const [at, { message, username }] of events.entries()) {
    const { MESSAGE: text = '', HOST: host, DATE: date, PROGRAM: program, _SDATA: data } = written[at] ?? {};
    expect({ text, host, date, program }).toEqual({
      text: onOneLine(message),
      host: 'shop.example.com',
      date: '2026-11-22T09:39:59.001+00:00',
      program: 'goal',
    });
    expect(data?.['goal@32473']).toMatchObject({ id: String(at + 1), username: withoutBreaks(username) });
  }
  expect(await send(events, { body: 'cef' })).toMatchObject({ outcome: 'taken' });
  await expect.poll(() => syslogNg.messages().length).toBe(2 * events.length);
  const inCef = syslogNg.messages().slice(events.length);
  for (const [at, event] of events.entries())
    expect(cefMessage(event)).toContain(` - ${inCef[at]?.MESSAGE ?? 'nothing'}`);
});

test('syslog-ng ends the connection on a message that is too long, which is told with its length; with max_bytes it takes all', async () => {
  const { syslogNg, send } = await scene();
  const long = anEvent({ id: 2, message: 'ä'.repeat(maxBytes) });
  const events = [anEvent({ id: 1 }), long, anEvent({ id: 3 })];
  const bytes = Buffer.byteLength(rfc5424Message(long));
  expect(await send(events)).toMatchObject({ outcome: 'failed', isHungUp: true });
  expect(await send([long])).toMatchObject({ outcome: 'failed', isHungUp: true, bytes });
  // A little more than it takes is too much.
  expect(await send(events, { max_bytes: maxBytes + 2 })).toMatchObject({ isHungUp: true });
  const before = syslogNg.messages().length;
  expect(await send(events, { max_bytes: maxBytes })).toMatchObject({ outcome: 'taken' });
  await expect.poll(() => syslogNg.messages().length).toBe(before + events.length);
  const cut = messageWithin(long, rfc5424Message, maxBytes);
  expect(cut.endsWith(`\uFEFF${syslogNg.messages().at(-2)?.MESSAGE ?? 'nothing'}`)).toBe(true);
});
