import { Allowance, isUnavailable, withAllowance } from '@goal/db';

/** What a request may still cost the database (docs/decisions/018-fair-shares.md). */
export type RequestAllowance = Allowance;

/** That of a request: 2 s in all. `owner`: whose share it uses. */
export const requestAllowance = (owner: string, signal: AbortSignal | undefined): RequestAllowance =>
  new Allowance({ owner, signal });

/** That of work for an account that lasts: each statement is bounded, not their sum. */
export const lastingAllowance = (accountRowId: number, signal: AbortSignal | undefined): RequestAllowance =>
  new Allowance({ owner: `account:${accountRowId}`, signal, budgetMs: Infinity });

/** Runs work at the cost of an allowance. */
export const within: <Result>(allowance: RequestAllowance, work: () => Result) => Result = withAllowance;

/** Whether an error says that the database is out of reach or busy, so that the answer is 503. */
export const isDatabaseUnavailable: (error: unknown) => boolean = isUnavailable;
