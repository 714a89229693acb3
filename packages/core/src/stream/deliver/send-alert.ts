import { streamTroubles, type MailSink } from '@goal/contract';

import type { Db } from '../../ground/db.ts';
import { inTime } from '../../limit/in-time.ts';
import { MailNotTaken, type Mailer } from '../../mail/mailer.ts';
import { unsubscribing } from '../../mail/unsubscribing.ts';
import { giveTryBack, trySpending, type Brake } from '../../sign-in/brake.ts';
import { alertLetter } from './alert-letter.ts';
import { readersNow, type MailReader } from '../sink/mail-recipients.ts';
import type { BatchDelivery, DeliveryMeans, SentStream, StreamBatch, Untold } from '../place/stream-batch.ts';

/** How long the mail server may take, in milliseconds. */
const sendMs = 15_000;

/** A reader, and how many events they were not told of before. */
type DueAlert = MailReader & { key: string; earlier: number };

type AlertMeans = DeliveryMeans & { mailer: Mailer };

/** What a mail is made of, whoever reads it. */
type Mailing = { stream: SentStream; batch: StreamBatch; brand: string | null; found: number };

/**
 * Sends events by mail, one mail for each who may read them at this moment. Each mail spends a try
 * of the account (rulings §15.3). Whoever comes behind the last try, and whose mailbox or server
 * refuses theirs while others are taken, is told the number of these events with the next one.
 * Whoever was told least comes first. One mail server's yes is the sink's yes.
 */
export async function sendAlert(
  core: Db,
  stream: SentStream,
  sink: MailSink,
  batch: StreamBatch,
  means: DeliveryMeans,
): Promise<BatchDelivery> {
  const begun = performance.now();
  const ended = (
    outcome: 'taken' | 'failed',
    error: string | null,
    more: { bytes?: number; untold?: Untold } = {},
  ) => ({
    outcome,
    status: null,
    error,
    said: null,
    bytes: 0,
    tookMs: Math.round(performance.now() - begun),
    ...more,
  });
  const { mailer } = means;
  if (mailer === undefined) return ended('failed', streamTroubles.noMailServer);
  const readers = await readersNow(core, stream.account, sink.to, stream.filters['group_id']);
  if (readers.length === 0) return ended('failed', streamTroubles.noReaders);
  if (!readers.some(({ isMailed }) => isMailed)) return ended('failed', streamTroubles.noneMailed);
  const mailing = {
    stream,
    batch,
    brand: await brandOf(core, stream.account),
    found: batch.events.length + batch.others,
  };
  const due = dueOf(readers, mailing);
  const { sent, bytes, untold, trouble, isCut } = await sendToEach(core, mailing, due, { ...means, mailer });
  // Of mailboxes that refuse a number nothing is lost: they were asked for the events before.
  const isLost = isCut || (due.length > 0 && mailing.found > 0);
  if (sent === 0 && isLost) return ended('failed', trouble ?? streamTroubles.mailRefused);
  return ended('taken', trouble ?? null, { bytes, ...(batch.isTest ? {} : { untold }) });
}

/** Those to whom there is something to tell, those first who were told least. */
function dueOf(readers: readonly MailReader[], { stream, batch, found }: Mailing): DueAlert[] {
  const before = batch.isTest ? {} : (stream.untold ?? {});
  return readers
    .filter(({ isMailed }) => isMailed)
    .map((reader) => {
      const key = String(reader.personRowId ?? 'account');
      return { ...reader, key, earlier: before[key] ?? 0 };
    })
    .filter(({ earlier }) => found + earlier > 0)
    .toSorted((one, other) => other.earlier - one.earlier);
}

async function sendToEach(
  core: Db,
  mailing: Mailing,
  readers: readonly DueAlert[],
  means: AlertMeans,
): Promise<{ sent: number; bytes: number; untold: Untold; trouble: string | undefined; isCut: boolean }> {
  const { stream, batch, found } = mailing;
  const brake: Brake = { kind: batch.isTest ? 'test_mail' : 'alert_mail', about: stream.account.id };
  const untold: Record<string, number> = {};
  let [sent, bytes] = [0, 0];
  let trouble: string | undefined;
  for (const [at, reader] of readers.entries()) {
    // Whoever asks for a test has spent the first try.
    const isPaid = batch.isTest && at === 0;
    const isAborted = means.signal?.aborted === true;
    const hasTry = !isAborted && (isPaid || (await trySpending(core, brake)));
    const outcome = hasTry ? await sendOne(core, mailing, reader, means) : 'over';
    if (typeof outcome === 'object') {
      [sent, bytes] = [sent + 1, bytes + outcome.bytes];
      if (outcome.isWordless) trouble ??= streamTroubles.mailWords;
      continue;
    }
    if (!isAborted) trouble = hasTry ? streamTroubles.mailRefused : streamTroubles.mailBrake;
    if (hasTry && !isPaid) await giveTryBack(core, brake);
    if (outcome === 'over') {
      for (const { key, earlier } of readers.slice(at)) untold[key] = found + earlier;
      return { sent, bytes, untold, trouble, isCut: true };
    }
    // A mailbox that refused the number alone is not asked again for it.
    if (found > 0) untold[reader.key] = found + reader.earlier;
  }
  return { sent, bytes, untold, trouble, isCut: false };
}

/** From this attempt on a mail server that does not answer may do so for the words of a mail. */
const wordlessAttempts = 3;

/**
 * Returns its bytes, `refused` for this mailbox alone, `over` if the server takes none. Words may
 * hold the operator's addresses; a server that refuses them gets it without.
 */
async function sendOne(
  core: Db,
  { stream, batch, brand, found }: Mailing,
  { email, personRowId, earlier }: DueAlert,
  { mailer, dashboardUrl }: AlertMeans,
): Promise<{ bytes: number; isWordless: boolean } | 'refused' | 'over'> {
  const { link, headers } = await unsubscribing(
    core,
    dashboardUrl,
    personRowId === undefined ? { kind: 'alert', accountRowId: stream.account.rowId } : { kind: 'alert', personRowId },
  );
  const ofAll = personRowId === undefined ? 'at this address' : 'of any account';
  // Two mails of one place differ in what they count.
  const id = `${stream.id}.${batch.to.seq}.${batch.to.eventId}${found > 0 ? '' : `.${earlier}`}`;
  const end = { link, ofAll };
  const send = async (isWordless: boolean): Promise<{ bytes: number; isWordless: boolean }> => {
    const content = alertLetter(stream.name, batch, { earlier, brand, end, isWordless });
    await inTime(sendMs, mailer.send({ id, to: email, ...content, ...headers }));
    return { bytes: Buffer.byteLength(content.text), isWordless };
  };
  try {
    return await send(false);
  } catch (error) {
    const refused = error instanceof MailNotTaken ? error.refused : undefined;
    if (refused === 'mailbox') return 'refused';
    const isForWords = refused === 'words' || (stream.attempts ?? 0) + 1 >= wordlessAttempts;
    if (batch.events.length === 0 || !isForWords) return 'over';
  }
  return send(true).catch(() => 'over');
}

async function brandOf(core: Db, { rowId }: { rowId: number }): Promise<string | null> {
  const found = await core.db.prisma.account.findFirst({
    where: { rowId },
    select: { isReseller: true, brand: { select: { name: true } } },
  });
  return found?.isReseller === true ? (found.brand?.name ?? null) : null;
}
