/**
 * A failed request. `status` is the status of the answer, and `message` its exact sentence. If no
 * answer came, `status` is 0 and `cause` says why. The operator finds the request in the service's
 * log by `requestId`.
 */
export class GoalError extends Error {
  override readonly name = 'GoalError';
  readonly status: number;
  readonly requestId: string;
  /** The seconds of `Retry-After`; undefined without one. */
  readonly retryAfter: number | undefined;

  constructor(message: string, { status, requestId, retryAfter, cause }: GoalErrorFacts) {
    super(message, cause === undefined ? {} : { cause });
    this.status = status;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
  }
}
type GoalErrorFacts = { status: number; requestId: string; retryAfter?: number | undefined; cause?: unknown };

/** The longest `Retry-After` that the client waits for. A longer one fails the call at once. */
const retryAfterMaxSeconds = 300;

/** No answer; over a limit; the service is out of reach, or a proxy says that it is. */
const retryableStatuses = [0, 429, 502, 503, 504];

/** Whether a retry may help. */
export function isRetryable(error: unknown): error is GoalError {
  return (
    error instanceof GoalError &&
    retryableStatuses.includes(error.status) &&
    (error.retryAfter ?? 0) <= retryAfterMaxSeconds
  );
}

/** The error for a refusal: its sentence, or its status if a proxy answered instead. */
export async function refusalOf(response: Response, requestId: string): Promise<GoalError> {
  const text = await response.text();
  return new GoalError(sentenceOf(text) ?? `HTTP ${response.status}`, {
    status: response.status,
    requestId,
    retryAfter: secondsOf(response.headers.get('Retry-After')),
  });
}

function sentenceOf(text: string): string | undefined {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string')
      return body.error;
  } catch {
    // Not JSON, so the answer is not from the service.
  }
  return undefined;
}

/** `Retry-After` in seconds. It is a number, or a date if a proxy sent it. */
function secondsOf(header: string | null): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
}
