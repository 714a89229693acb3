/**
 * For a change of several rows: each row says what became of it, and the list behind them is asked
 * for again once the dialog closes.
 */
export const toldInRows = { done: '', renews: false };
