/** One route of the account or operator API, with what a well-formed request needs. */
export type Route = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /**
   * May contain `{site}`, `{siteKey}`, `{group}`, `{groupKey}`, `{account}`, `{accountKey}`,
   * `{operatorKey}`, `{member_id}`, `{person}`, `{stream}`, `{export}`, `{hold}`, `{event}`,
   * `{redaction}`, `{level}`, `{index}` and `{slug}` as placeholders for ids, prefixes, a tile
   * and the plan.
   */
  path: string;
  /** The procedure name over native tRPC (rulings §1). */
  procedure: string;
  /** What the route requires of a valid key: an unscoped one, or the write scope. */
  demands?: 'unscoped' | 'write';
  /** The required query, for example `plan=pro`. */
  query?: string;
  /** The route answers with a stream and is therefore REST only. */
  streams?: boolean;
  /** A valid body. A route without one reads no body. */
  body?: () => Record<string, unknown>;
};
