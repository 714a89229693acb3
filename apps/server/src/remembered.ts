/**
 * The answer of `ask`, kept for `ms` milliseconds after it came. Callers that come meanwhile, or while it is being made, share it; a failure is shared by
 * those that wait for it and is not kept.
 */
export function remembered<Answer>(ms: number, ask: () => Promise<Answer>): () => Promise<Answer> {
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
