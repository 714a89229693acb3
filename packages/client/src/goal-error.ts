/**
 * What went wrong with a request. `status` is that of the answer, and `message` its exact sentence; where no answer came, `status` is 0 and `cause` says
 * why. With `requestId` the operator finds the request in the log of the service.
 */
export class GoalError extends Error {
  override readonly name = 'GoalError';
  readonly status: number;
  readonly requestId: string;
  /** Seconds after which the service asks to be asked again; undefined where it does not say. */
  readonly retryAfter: number | undefined;

  constructor(message: string, { status, requestId, retryAfter, cause }: GoalErrorFacts) {
    super(message, cause === undefined ? {} : { cause });
    this.status = status;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
  }
}
type GoalErrorFacts = { status: number; requestId: string; retryAfter?: number | undefined; cause?: unknown };

/** Seconds that a client waits for what `Retry-After` says; who asks for more is not waited for. */
const patience = 300;

/** No answer; the rate was passed; the service is out of reach, or a proxy says so of it. */
const passing = [0, 429, 502, 503, 504];

/** Whether asking again may help. */
export function isPassing(error: unknown): error is GoalError {
  return error instanceof GoalError && passing.includes(error.status) && (error.retryAfter ?? 0) <= patience;
}

/** The refusal that an answer is: its sentence, or where a proxy answered in the service's place, its status. */
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
    // No JSON, so it is not the service that answers.
  }
  return undefined;
}

/** `Retry-After` in seconds: a number, or from a proxy a date. */
function secondsOf(header: string | null): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
}
