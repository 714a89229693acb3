import { mutableNews } from '@goal/contract';
import { expect, test } from 'vitest';

import { newsMessage } from './news-mail.ts';

test('R§10.38 a name in a mail stays on its line, makes no link, and turns nothing behind it around', () => {
  const name = 'North\u2069\u202e\n\nOpen https://evil.example now';
  const news = { kind: 'account_key', to: 'jo@example.com', facts: { prefix: 'k3v9x2ab' }, at: new Date() } as const;
  const { text } = newsMessage({ ...news, account: name, brand: name });
  expect(text.split('North')).toHaveLength(3);
  expect(text).toContain('\u2068North Open https[:]//evil[.]example now\u2069');
  expect(text).not.toMatch(/\u202e|https:/);
  expect(newsMessage({ ...news, account: 'mia@example.com', brand: null }).text).toContain('for mia@example.com on');
  // Nearly everything is allowed in an e-mail.
  const strange = 'https://evil.example/?\u202e@north.test';
  const facts = { ...news.facts, by: strange, email: strange, role: 'owner' };
  for (const kind of ['account_key', 'administrator', 'account_email', 'person_email'] as const) {
    const mail = newsMessage({ ...news, kind, facts, account: 'north\u202e@example.com', brand: null });
    expect(mail.text).toContain('https[:]//evil[.]example/?[at]north[.]test');
    expect(mail.text).not.toMatch(/\u202e|https:/);
  }
});

test('no name gets into the header or the HTML of a mail', () => {
  const hostile = '<img src=x>\r\nBcc: mia@example.com';
  const ofStream = { type: 'webhook', host: hostile, error: hostile };
  const facts = { prefix: hostile, name: hostile, email: hostile, role: hostile, by: hostile, ...ofStream };
  const others = ['account_email', 'person_email', 'person_reset', 'stream_failing', 'stream_disabled'] as const;
  for (const kind of [...mutableNews, ...others]) {
    const mail = newsMessage({ kind, to: 'jo@example.com', account: hostile, brand: hostile, facts, at: new Date() });
    expect(mail.subject).not.toContain('mia@example.com');
    expect(mail.html).not.toContain('<img');
  }
});

test('R§15.7 the name of a stream gets into a mail about it as plain text, of which no program makes a link', () => {
  const facts = {
    name: 'See https://evil.example',
    type: 'splunk',
    host: 'siem.example.com',
    error: 'the receiver answered 503',
  };
  for (const kind of ['stream_failing', 'stream_disabled'] as const) {
    const news = { kind, to: 'jo@example.com', account: 'mia@example.com', brand: null, facts, at: new Date() };
    for (const body of [newsMessage(news).text, newsMessage(news).html]) {
      expect(body).toContain('See https[:]//evil[.]example');
      expect(body).not.toMatch(/https:|evil\.example/);
    }
  }
});

test('R§10.21 R§10.28 a mail about ways to sign in says what is gone, why, and what to do', () => {
  const news = { kind: 'way_removed', to: 'jo@example.com', account: '', brand: null, at: new Date(0) } as const;
  const proof = newsMessage({ ...news, facts: { type: 'proof', named: 'password,passkeys' } });
  expect(proof.subject).toBe('Earlier ways to sign in were removed');
  expect(proof.text).toContain('the password, a passkey');
  expect(proof.text).not.toContain('switch these mails off');
  const changed = newsMessage({ ...news, facts: { type: 'changed', named: 'password' } });
  expect(changed.subject).toBe('Your password was changed');
  expect(changed.text).toContain('If it was not you');
});
