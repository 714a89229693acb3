/** From the first question to a name server until the connection is made, with TLS. */
export const connectMs = 5_000;
/**
 * How long all name servers may take, of that: a silent one is told as such, and where it knows
 * addresses of one kind alone there is time left to reach them.
 */
export const nameMs = 4_000;
/** A whole request with its answer. */
export const requestMs = 15_000;
/** … of an object of S3, which is larger. */
export const objectRequestMs = 60_000;
/** How long the rest of an answer may take whose status has already decided. */
export const restOfAnswerMs = 1_000;
/** An answer is read this far. */
export const answerMaxBytes = 65_536;
/** The most bytes sent at once, before compression. Objects of S3 are larger. */
export const maxBatchBytes = 1_048_576;
/** `Retry-After` counts up to an hour. */
export const maxRetryAfterSeconds = 3_600;
/** Length of `error`. */
export const maxErrorLength = 200;
/** Lines of a message for Slack, and its length. */
export const maxSlackEvents = 20;
export const maxSlackLength = 3_000;
/** How often Splunk is asked for an acknowledgement, and for how long. */
export const ackEveryMs = 2_000;
export const ackLimitMs = 60_000;
/** How long at least to wait for the end or the reset of a receiver of syslog. */
export const minSettleMs = 20;
