import { rows, type Queryable } from '@goal/db';

/** What is known of a witness; `log` is the log of logs whose size it cosigned. */
export type WitnessState = {
  vkey: string;
  log: number;
  size: number;
  line: string;
  cosignedAt: string | null;
  failingSince: string | null;
  /** Seconds since then; 0: it answered as it must. */
  failingSeconds: number;
  failure: string | null;
};

type WitnessRow = [
  vkey: string,
  log: number,
  size: number,
  line: string,
  cosignedAt: string | null,
  failingSince: string | null,
  failingSeconds: number,
  failure: string | null,
];

const reading = {
  name: 'states of witnesses',
  text: `select vkey, log, size, line, cosigned_at, failing_since,
      coalesce(ceil(extract(epoch from clock_timestamp() - failing_since)), 0)::int8, failure
    from log_witness where account = 0 order by vkey`,
};

/** What is known of every witness that was ever asked, by its key. */
export async function witnessStates(on: Queryable): Promise<Map<string, WitnessState>> {
  const found = await rows<WitnessRow>(on, { ...reading, values: [] });
  return new Map(
    found.map(([vkey, log, size, line, cosignedAt, failingSince, failingSeconds, failure]) => [
      vkey,
      { vkey, log, size, line, cosignedAt, failingSince, failingSeconds, failure },
    ]),
  );
}

const cosigning = {
  name: 'note a cosignature',
  text: `insert into log_witness as w (account, vkey, log, size, line, cosigned_at) values (0, $1::text, $2::int, $3::bigint, $4::text, clock_timestamp())
    on conflict (account, vkey) do update set log = excluded.log, size = excluded.size, line = excluded.line,
      cosigned_at = excluded.cosigned_at, failing_since = null, failure = null
    where (w.log, w.size) <= (excluded.log, excluded.size)`,
};

/** Keeps a cosignature that was verified, unless the witness cosigned more meanwhile. */
export async function noteCosignature(
  on: Queryable,
  { vkey, log, size, line }: Pick<WitnessState, 'vkey' | 'log' | 'size' | 'line'>,
): Promise<void> {
  await rows(on, { ...cosigning, values: [vkey, log, size, line] });
}

const failing = {
  name: 'note a witness that fails',
  text: `insert into log_witness as w (account, vkey, log, failing_since, failure) values (0, $1::text, $2::int, clock_timestamp(), $3::text)
    on conflict (account, vkey) do update set failing_since = coalesce(w.failing_since, excluded.failing_since), failure = excluded.failure
    where not (w.log = $2::int and w.size > $4::bigint)`,
};

/**
 * Keeps since when a witness has not answered as it must, and why, unless it cosigned a larger size
 * than it was asked for: then another round was faster.
 */
export async function noteFailure(
  on: Queryable,
  { vkey, log, size, failure }: { vkey: string; log: number; size: number; failure: string },
): Promise<void> {
  await rows(on, { ...failing, values: [vkey, log, failure, size] });
}
