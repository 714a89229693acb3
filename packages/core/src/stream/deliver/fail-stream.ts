import { hostOfSink } from '@goal/contract';
import { transaction, type Tx } from '@goal/db';

import type { Core } from '../../core.ts';
import { recordAction } from '../../ground/record-action.ts';
import { tellOfStream } from '../../mail/news.ts';
import { recordedStream } from '../sink/stream-sink.ts';
import type { LeasedStream } from '../place/leases.ts';
import { pauseAfter } from './retry-pause.ts';

/** Hours of failing after which the owners are told. */
const toldHours = 24;

export type Failure = {
  error: string;
  retryAfterSeconds?: number | undefined;
  isGone?: boolean | undefined;
  /** By which the pause grows, in place of all attempts in a row. */
  times?: number | undefined;
};

/**
 * Ends the work on a stream whose sink failed: it is tried again later, its owners are told after a
 * day, and it is switched off after `disableDays`, or at once where the sink is gone (rulings
 * §15.7). `set` is further SQL for its row, whose values follow $6; `also` changes with it.
 */
export async function failStream(
  core: Core,
  stream: LeasedStream,
  { error, retryAfterSeconds, isGone = false, times }: Failure,
  { set = '', values = [], also }: { set?: string; values?: unknown[]; also?: (tx: Tx) => Promise<unknown> } = {},
): Promise<void> {
  stream.attempts += 1;
  const pause = pauseAfter(times ?? stream.attempts, retryAfterSeconds);
  await transaction(core.db, async (tx) => {
    const [row] = await tx.$queryRawUnsafe<{ days: number; isUntold: boolean }[]>(
      `update stream set attempts = $5::int, next_at = clock_timestamp() + $3::float8 * interval '1 second',
         failing_since = coalesce(failing_since, statement_timestamp()), last_error = $4, lease = null, lease_until = null ${set}
       where no = $1::int and lease = $2::uuid and status = 'active'
       returning extract(epoch from clock_timestamp() - failing_since)::float8 / 86400 as days, not told_failing as "isUntold"`,
      stream.rowId,
      stream.lease,
      pause,
      error,
      stream.attempts,
      ...values,
    );
    if (row === undefined) return;
    await also?.(tx);
    if (isGone || row.days >= core.events.streams.disableDays) await disable(tx, stream, error);
    else if (row.isUntold && row.days * 24 >= toldHours) {
      await tx.stream.update({ where: { rowId: stream.rowId }, data: { toldFailing: true } });
      await tell(tx, 'stream_failing', stream, error);
    }
  });
}

async function disable(tx: Tx, stream: LeasedStream, error: string): Promise<void> {
  await tx.stream.update({ where: { rowId: stream.rowId }, data: { status: 'disabled' } });
  const detail = recordedStream(stream.name, stream.sink);
  await recordAction(
    tx,
    { kind: 'worker', name: 'streams' },
    { action: 'stream.disable', accountId: stream.account.id, detail },
  );
  await tell(tx, 'stream_disabled', stream, error);
}

const tell = (tx: Tx, kind: 'stream_failing' | 'stream_disabled', stream: LeasedStream, error: string): Promise<void> =>
  tellOfStream(tx, kind, stream.account, {
    name: stream.name,
    type: stream.sink.type,
    error,
    host: hostOfSink(stream.sink) ?? '',
  });
