import { createContext, type ReactNode, use } from 'react';

/** How a reader wants times: «3 minutes ago» or the time, in their zone or in UTC. */
type Style = { isExact: boolean; isUtc: boolean };

const Context = createContext<Style>({ isExact: false, isUtc: false });

export const TimeStyle = ({ value: { isExact, isUtc }, children }: { value: Style; children: ReactNode }) => (
  <Context value={isExact ? (isUtc ? styles.exactUtc : styles.exact) : isUtc ? styles.utc : styles.usual}>
    {children}
  </Context>
);

// The same objects each time, so that only a change draws the times again.
const styles = {
  usual: { isExact: false, isUtc: false },
  utc: { isExact: false, isUtc: true },
  exact: { isExact: true, isUtc: false },
  exactUtc: { isExact: true, isUtc: true },
} as const;

export const useTimeStyle = (): Style => use(Context);
