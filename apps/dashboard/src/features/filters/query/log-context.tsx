import { createContext, type ReactNode, use } from 'react';

import type { LogState } from './address.ts';
import type { ChangeLog, Narrow } from './use-log-state.ts';

export type Log = {
  state: LogState;
  /** The state in the address, which the page follows a moment later: changes begin from it. */
  current: () => LogState;
  change: ChangeLog;
  narrow: Narrow;
  isUtc: boolean;
  /** When the page last asked; «today» and «last 7 days» refer to it. */
  askedAt: number;
};

const Context = createContext<Log | undefined>(undefined);

export const LogProvider = ({ value, children }: { value: Log; children: ReactNode }) => (
  <Context value={value}>{children}</Context>
);

export function useLog(): Log {
  const log = use(Context);
  if (log === undefined) throw new Error('a part of the log outside of its page');
  return log;
}
