let last: Promise<unknown> = Promise.resolve();

/**
 * Runs the counts of a page one after another, because an account has few connections for them. A
 * count that nobody wants any more does not begin.
 */
export function inTurn<Answer>(signal: AbortSignal, count: () => Promise<Answer>): Promise<Answer> {
  const turn = last.then(() => {
    signal.throwIfAborted();
    return count();
  });
  last = turn.catch(() => undefined);
  return turn;
}
