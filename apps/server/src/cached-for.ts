/**
 * Returns `ask` with its answer kept for `ms` milliseconds. Callers within that time, or while the
 * answer is being made, share it. A failure is shared by its waiting callers and not kept.
 */
export function cachedFor<Answer>(ms: number, ask: () => Promise<Answer>): () => Promise<Answer> {
  let kept: { answer: Promise<Answer>; until: number } | undefined;
  return () => {
    if (kept !== undefined && performance.now() < kept.until) return kept.answer;
    const made = { answer: ask(), until: Infinity };
    kept = made;
    made.answer.then(
      () => (made.until = performance.now() + ms),
      () => (made.until = 0),
    );
    return made.answer;
  };
}
