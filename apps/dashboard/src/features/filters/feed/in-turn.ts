let last: Promise<unknown> = Promise.resolve();

/** Counts run one after another, because an account has few connections for them. */
export function inTurn<Answer>(signal: AbortSignal, count: () => Promise<Answer>): Promise<Answer> {
  const turn = last.then(() => {
    signal.throwIfAborted();
    return count();
  });
  last = turn.catch(() => undefined);
  return turn;
}
