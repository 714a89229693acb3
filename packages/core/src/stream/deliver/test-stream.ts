import { DomainError, type AccountReceivedEvent } from '@goal/contract';

import type { Core } from '../../core.ts';
import type { Caller } from '../../ground/caller.ts';
import { spendTry } from '../../sign-in/brake.ts';
import { judgePlanOfSink } from '../sink/judge-plan.ts';
import { sendBatch } from './send-batch.ts';
import type { DeliveryMeans, StreamBatch } from '../place/stream-batch.ts';
import { filtersOf, findStream, openSinkOf } from '../place/stream-row.ts';

/** Seconds after which a test that never ended counts as over. */
const testSeconds = 90;

const nowhere = { seq: 0, eventId: 0 };

/** A made-up event that tries a sink. Its id is 0, and it says that it is a test. */
export const testBatch = (): StreamBatch => ({
  events: [testEvent()],
  others: 0,
  from: nowhere,
  to: nowhere,
  era: 0,
  isTest: true,
});

function testEvent(): AccountReceivedEvent {
  const now = new Date().toISOString();
  return {
    id: 0,
    occurred_at: now,
    code: 0,
    severity: 'info',
    object: 'stream',
    event_type: 'test',
    user_id: 0,
    username: '',
    message: 'A test of this stream. No user did anything.',
    site_id: '00000000-0000-0000-0000-000000000000',
    received_at: now,
    domain: 'test.example',
  };
}

/**
 * POST …/test: sends one made-up event by the same code as all others, one at a time for a stream.
 * A failure of the sink is an answer and no error. Tests by mail are braked. Throws `not_found`,
 * `paid_plan` for a member, `rate_limited`, `test_running`.
 */
export async function testStream(
  core: Core,
  caller: Pick<Caller, 'account' | 'membership'>,
  id: string,
  means: DeliveryMeans,
): Promise<{ ok: boolean; status: number | null; error: string | null; took_ms: number }> {
  const stream = await findStream(core.db.prisma, caller.account, id, {
    rowId: true,
    id: true,
    name: true,
    sink: true,
    sealed: true,
    filters: true,
  });
  const { type } = openSinkOf(stream);
  await judgePlanOfSink(core.db.prisma, caller, type);
  if (type === 'mail') await spendTry(core, { kind: 'test_mail', about: caller.account.id });
  const taken = await core.db.work.query(
    `UPDATE stream SET testing_until = clock_timestamp() + $2::int * interval '1 second'
     WHERE no = $1 AND (testing_until IS NULL OR testing_until < clock_timestamp())`,
    [stream.rowId, testSeconds],
  );
  if (taken.rowCount === 0) throw new DomainError('test_running');
  try {
    const { outcome, status, error, said, tookMs } = await sendBatch(
      core,
      {
        id: stream.id,
        name: stream.name,
        account: caller.account,
        sink: openSinkOf(stream),
        sealed: stream.sealed,
        filters: filtersOf(stream),
      },
      testBatch(),
      means,
    );
    return { ok: outcome === 'taken', status, error: said === null ? error : `${error}: ${said}`, took_ms: tookMs };
  } finally {
    await core.db.work.query('UPDATE stream SET testing_until = NULL WHERE no = $1', [stream.rowId]);
  }
}
