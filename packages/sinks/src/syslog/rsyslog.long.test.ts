import type { SyslogSink } from '@goal/contract';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';

import { makeAuthority } from '../../test/certificates.ts';
import { startRsyslog } from '../../test/rsyslog.ts';
import { aBatch, anEvent, localGuard } from '../../test/scene.ts';
import { deliver } from '../deliver.ts';
import { rfc5424Message } from './rfc5424.ts';

const batches = 100;
const batchSize = 1_000;

test('rsyslog receives 100,000 hostile texts byte for byte; killed again and again, it loses none and keeps the order', async () => {
  const authority = makeAuthority();
  const rsyslog = await startRsyslog(authority.issue({ name: 'localhost' }), authority.cert);
  onTestFinished(() => rsyslog.stop());
  const guard = localGuard();
  const sink: SyslogSink = {
    type: 'syslog',
    host: 'localhost',
    port: rsyslog.port,
    body: 'rfc5424',
    ca: authority.cert,
    client_key: null,
    client_cert: null,
  };
  // The database keeps no NUL.
  const words = fc
    .sample(fc.string({ unit: 'grapheme', maxLength: 200 }), 500)
    .map((word) => word.replaceAll('\0', ''));
  const texts = ['a\n<13>1 fake', '5 <13>1 x', '\u2028', '"]\\', '😀'.repeat(500), '', ...words];
  const sent: string[] = [];
  let kills = 0;
  let repeats = 0;
  for (let number = 0; number < batches; number += 1) {
    const events = Array.from({ length: batchSize }, (_, at) => {
      const id = number * batchSize + at + 1;
      return anEvent({ id, message: texts[id % texts.length] ?? '' });
    });
    sent.push(...events.map(rfc5424Message));
    for (;;) {
      const delivery = deliver(sink, aBatch({ events }), { guard });
      // At another moment of the delivery each time.
      if (number % 10 === 5 && kills <= number / 10) {
        await new Promise((resolve) => setTimeout(resolve, kills * 12));
        await rsyslog.kill();
        kills += 1;
        await rsyslog.restart();
      }
      if ((await delivery).outcome === 'taken') break;
      repeats += 1;
      expect(repeats).toBeLessThan(batches);
    }
  }
  const first = [...new Set(rsyslog.messages())];
  expect(kills).toBe(10);
  expect(first.length).toBe(sent.length);
  expect(first).toEqual(sent);
});
