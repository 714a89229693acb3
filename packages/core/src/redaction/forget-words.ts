import type { RunSql } from '../signed-log/keys/kept-salts.ts';

/**
 * Forgets what the sinks of an account have said, and keeps no words of them from now on: they may
 * have had the events whose text is erased in this transaction, and repeat it at any time, also in
 * the answer to a delivery that is under way (rulings §13.2). A stream that is made later keeps the
 * words of its sink. Our own sentences stay.
 */
export async function forgetWords(run: RunSql, account: number): Promise<void> {
  // Waits for what is being noted of a delivery, so that the next statements see it.
  const silenced = await run<{ no: number }>(
    'update stream set keeps_words = false where account_no = $1 and keeps_words returning no',
    [account],
  );
  const streams = [silenced.map(({ no }) => no)];
  await run('update stream_delivery set said = null where stream_no = any($1::int[]) and said is not null', streams);
  await run('update stream_set_aside set said = null where stream_no = any($1::int[]) and said is not null', streams);
}
