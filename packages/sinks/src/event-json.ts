import type { AccountReceivedEvent } from '@goal/contract';

/** A made-up event carries a mark of its own. */
export type SentEvent = AccountReceivedEvent & { test?: true };

/** Returns the events as sinks that take JSON get them. */
export function sentEvents(events: readonly AccountReceivedEvent[], isTest: boolean): readonly SentEvent[] {
  return isTest ? events.map((event) => ({ ...event, test: true as const })) : events;
}
