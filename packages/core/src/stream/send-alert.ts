import { streamTroubles, type AccountReceivedEvent, type MailSink } from '@goal/contract';
import type { Delivery } from '@goal/sinks';

import type { Core } from '../core.ts';
import { inTime } from '../limit/in-time.ts';
import { letter, signature, type Letter } from '../mail/letter.ts';
import { nameInMail, plainText } from '../mail/plain-text.ts';
import { recipientsNow } from './mail-recipients.ts';
import type { DeliveryMeans, SentStream, StreamBatch } from './stream-batch.ts';

/** Events that a mail shows. */
export const shownInMail = 20;
/** How long the mail server may take, in milliseconds. */
const sendMs = 15_000;

/**
 * Sends events by mail to those who may read them at this moment. The mail server's yes is the
 * sink's yes.
 */
export async function sendAlert(
  core: Core,
  stream: SentStream,
  sink: MailSink,
  batch: StreamBatch,
  { mailer, signal }: DeliveryMeans,
): Promise<Delivery> {
  const begun = performance.now();
  const ended = (outcome: 'taken' | 'failed', error: string | null, bytes = 0): Delivery => ({
    outcome,
    status: null,
    error,
    bytes,
    tookMs: Math.round(performance.now() - begun),
  });
  if (mailer === undefined) return ended('failed', streamTroubles.noMailServer);
  const recipients = await recipientsNow(core, stream.account, sink.to, stream.filters['group_id']);
  if (recipients.length === 0) return ended('failed', streamTroubles.noReaders);
  const content = alertOf(stream.name, await brandOf(core, stream.account), batch);
  try {
    for (const to of recipients) {
      signal?.throwIfAborted();
      const sending = mailer.send({ id: `${stream.id}.${batch.to.seq}.${batch.to.eventId}`, to, ...content });
      await inTime(sendMs, sending);
    }
  } catch {
    // What a mail server says may hold addresses of the operator.
    return ended('failed', streamTroubles.mailRefused);
  }
  return ended('taken', null, Buffer.byteLength(content.text) * recipients.length);
}

async function brandOf(core: Core, { rowId }: { rowId: number }): Promise<string | null> {
  const found = await core.db.prisma.account.findFirst({
    where: { rowId },
    select: { isReseller: true, brand: { select: { name: true } } },
  });
  return found?.isReseller === true ? (found.brand?.name ?? null) : null;
}

/** Subjects are fixed, so that no text of an event gets into a header. */
function alertOf(name: string, brand: string | null, { events, others, isTest }: StreamBatch): Letter {
  const shown = events.slice(0, shownInMail);
  const rest = events.length - shown.length + others;
  const found = events.length + others;
  return letter(isTest ? 'A test of your alert' : 'Events that you want to hear of', [
    'Hello,',
    `${nameInMail(name)} found ${found === 1 ? 'one event' : `${found} events`}:`,
    shown.map(lineOf).join('\n'),
    ...(rest > 0 ? [`and ${rest === 1 ? 'one more' : `${rest} more`}.`] : []),
    'The next mail of this stream comes in ten minutes at the earliest.',
    ...signature(brand),
  ]);
}

function lineOf({ occurred_at: at, severity, code, domain, username, message }: AccountReceivedEvent): string {
  const who = username === '' ? '' : ` ${plainText(username)}:`;
  return `${at.slice(0, 19).replace('T', ' ')} UTC, ${nameInMail(domain ?? '')}, ${severity} ${code}:${who} ${plainText(message)}`;
}
