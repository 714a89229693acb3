import { useState } from 'react';

/**
 * How many accounts or sites are asked about at a time. Each preview counts in several tables, and
 * fifty at once would take the operators' whole share of the database.
 */
const questionsAtOnce = 5;

/** Lets a list of queries begin a few at a time, in their order. */
export function usePace() {
  const [answered, setAnswered] = useState(0);
  return {
    /** Whether the query at this place of the list may begin. */
    mayAsk: (at: number): boolean => at < answered + questionsAtOnce,
    /** Notes in each render how many queries have their answer. */
    note: (queries: readonly { isPending: boolean }[]): void => {
      const now = queries.filter(({ isPending }) => !isPending).length;
      if (now !== answered) setAnswered(now);
    },
  };
}
