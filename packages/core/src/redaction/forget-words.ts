import type { RunSql } from '../signed-log/keys/kept-salts.ts';

/**
 * Forgets what sinks said, now and later: they may have had the erased events and repeat them
 * (rulings §13.2). A stream that is made later keeps words; our own sentences stay.
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
