import { randomUUID } from 'node:crypto';

import { DomainError, limits, type CreateStreamInput } from '@goal/contract';

import type { Core } from '../../core.ts';
import { scopeOf } from '../../event/read/scope-of-query.ts';
import type { Caller } from '../../ground/caller.ts';
import { changeAccount } from '../../ground/change-account.ts';
import { judgePlanOfSink } from '../sink/judge-plan.ts';
import { judgeMailSink } from '../sink/mail-recipients.ts';
import type { StreamSecrets } from '../sink/stream-cipher.ts';
import { completeSink, judgePlace, newSecret, recordedStream } from '../sink/stream-sink.ts';
import { startOf } from '../place/tail-position.ts';

/** `secret` signs webhooks; it is shown this once, and null for other sinks. */
export type CreatedStream = { id: string; name: string; secret: string | null };

/**
 * POST /account/streams (rulings §15.1). Throws `<field> required`, `stream_url`,
 * `address_not_allowed`; `not_found` for a site, group or member that is not the account's;
 * `paid_plan` for a member, `ten_streams`, `stream_name_taken`.
 */
export async function createStream(
  core: Core,
  caller: Caller,
  { name, sink: given, filters = {}, start = 'now' }: CreateStreamInput,
): Promise<CreatedStream> {
  const { streams } = core.events;
  const { open, field } = completeSink(given);
  judgePlace(await streams.guard(), open);
  // Judges the ids alone: the scope of each batch is judged when it is read.
  await scopeOf(core, caller, filters);
  await judgeMailSink(core, caller, open, filters);
  const id = randomUUID();
  const signing = open.type === 'webhook' ? await newSecret() : undefined;
  const secrets: StreamSecrets = {
    ...(field === undefined ? {} : { field }),
    ...(signing === undefined ? {} : { signing }),
  };
  const sealed = new Uint8Array(await streams.cipher.seal(id, secrets));
  // Before the transaction, which holds a connection while another one is waited for.
  const { incarnation, seq } = await startOf(core, caller.account.rowId, start);
  await changeAccount(core, caller, async ({ tx, account, record }) => {
    await judgePlanOfSink(tx, caller, open.type);
    const names = await tx.stream.findMany({ where: { accountRowId: account.rowId }, select: { name: true } });
    if (names.length >= limits.streamsPerAccount) throw new DomainError('ten_streams');
    if (names.some((one) => one.name === name)) throw new DomainError('stream_name_taken');
    await tx.stream.create({
      data: {
        id,
        accountRowId: account.rowId,
        name,
        sink: open as object,
        sealed,
        filters,
        byMember: caller.membership !== undefined,
        era: incarnation,
        seq,
      },
    });
    await record({ action: 'stream.create', detail: recordedStream(name, open) });
  });
  streams.changed();
  return { id, name, secret: signing ?? null };
}
