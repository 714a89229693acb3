import { backOff } from './backoff.ts';
import { Deadline } from './deadline.ts';
import { GoalError, isRetryable, refusalOf } from './goal-error.ts';

/** How a client connects to the service. */
export type ClientOptions = {
  /** The root of the service's paths: `https://logs.example.com/v1/goal`. */
  baseUrl: string | URL;
  /** An account key, a group key, a site key (with `siteDomain`), or an admin token. */
  token: string;
  /** Milliseconds that one try may take. Default: 30,000. */
  timeoutMs?: number | undefined;
  /** Retries of reads and of events with `event_uuid`, after 429, 502 to 504, or nothing; 4. */
  retries?: number | undefined;
  /** Another `fetch`, for instance one that uses a proxy. */
  fetch?: typeof fetch | undefined;
};

/** Options of one call. */
export type CallOptions = Pick<ClientOptions, 'timeoutMs' | 'retries'> & {
  /** Ends the call; it then throws the signal's reason. */
  signal?: AbortSignal | undefined;
};

export type HttpRequest = {
  method: string;
  /** Relative to the base URL, with its query. */
  path: string;
  /** JSON text. */
  body?: string | undefined;
  /** Whether sending it twice has the same effect as once. */
  isRepeatable: boolean;
};

/** A success whose body is not read yet. The reader keeps to `deadline` and ends it. */
export type Opened = { response: Response; deadline: Deadline; requestId: string };

/** Requests over fetch with one credential, which leaves it only in the request header. */
export class Transport {
  readonly #headers: Readonly<Record<string, string>>;
  readonly #base: string;
  readonly #fetch: typeof fetch;
  readonly #timeoutMs: number;
  readonly #retries: number;

  /** Throws `TypeError` for an invalid base URL or credential, without repeating the latter. */
  constructor(options: ClientOptions & { siteDomain?: string | undefined }) {
    const { protocol, origin, pathname } = new URL(options.baseUrl);
    if (!/^https?:$/.test(protocol)) throw new TypeError('baseUrl must be an http(s) URL');
    // For a value that is invalid in a header, fetch would quote the value in its error.
    if (!/^[\x21-\x7e]+$/.test(options.token)) throw new TypeError('token must be a key of the service');
    const domain = options.siteDomain;
    if (domain !== undefined && !/^[\x21-\x7e]+$/.test(domain)) throw new TypeError('siteDomain must be a hostname');
    this.#base = origin + pathname.replace(/\/+$/, '');
    this.#headers = {
      Authorization: `Bearer ${options.token}`,
      ...(domain === undefined ? {} : { 'X-Site-Domain': domain }),
    };
    this.#fetch = options.fetch ?? ((input, init) => fetch(input, init));
    this.#timeoutMs = options.timeoutMs ?? 30_000;
    this.#retries = options.retries ?? 4;
  }

  /** The answer's JSON; undefined for 204. Throws `GoalError`, or the signal's reason. */
  json(request: HttpRequest, options: CallOptions = {}): Promise<unknown> {
    return this.#read(request, options, (text, opened) => (text === '' ? undefined : jsonOf(text, opened)));
  }

  /** The same for an answer that is a text. */
  text(request: HttpRequest, options: CallOptions = {}): Promise<string> {
    return this.#read(request, options, (text) => text);
  }

  #read<Result>(
    request: HttpRequest,
    options: CallOptions,
    resultOf: (text: string, opened: Opened) => Result,
  ): Promise<Result> {
    return this.#withRetries(request, options, async () => {
      const opened = await this.open(request, options);
      try {
        return resultOf(await within(opened, options.signal, () => opened.response.text()), opened);
      } finally {
        opened.deadline.end();
      }
    });
  }

  /** The same for a streamed answer, which it retries only until the answer has begun. */
  begin(request: HttpRequest, options: CallOptions = {}): Promise<Opened> {
    return this.#withRetries(request, options, () => this.open(request, options));
  }

  async #withRetries<Result>(
    request: HttpRequest,
    options: CallOptions,
    attempt: () => Promise<Result>,
  ): Promise<Result> {
    const retries = request.isRepeatable ? this.retriesOf(options) : 0;
    for (let tries = 0; ; tries += 1) {
      try {
        return await attempt();
      } catch (error) {
        if (tries >= retries || !isRetryable(error)) throw error;
        await backOff(tries, error.retryAfter, options.signal);
      }
    }
  }

  retriesOf({ retries = this.#retries }: CallOptions): number {
    return retries;
  }

  /** One try. */
  async open(request: HttpRequest, { signal, timeoutMs = this.#timeoutMs }: CallOptions = {}): Promise<Opened> {
    signal?.throwIfAborted();
    const deadline = new Deadline(signal, timeoutMs);
    const own = crypto.randomUUID();
    try {
      const response = await within({ deadline, requestId: own }, signal, () =>
        this.#fetch(this.#base + request.path, {
          method: request.method,
          headers: {
            ...this.#headers,
            'X-Request-Id': own,
            ...(request.body === undefined ? {} : { 'Content-Type': 'application/json' }),
          },
          ...(request.body === undefined ? {} : { body: request.body }),
          redirect: 'manual',
          signal: deadline.signal,
        }),
      );
      const opened = { response, deadline, requestId: response.headers.get('X-Request-Id') ?? own };
      if (response.ok) return opened;
      throw await within(opened, signal, () => refusalOf(response, opened.requestId));
    } catch (error) {
      deadline.end();
      throw error;
    }
  }
}

/**
 * Runs a step of a request that the network may break. Throws a `GoalError` of status 0 then, and
 * the signal's reason if the caller ended the request.
 */
export async function within<Result>(
  { deadline, requestId }: Omit<Opened, 'response'>,
  signal: AbortSignal | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    signal?.throwIfAborted();
    const message = deadline.hasPassed ? 'no answer in time' : 'the connection failed';
    throw new GoalError(message, { status: 0, requestId, cause });
  }
}

function jsonOf(text: string, { response, requestId }: Opened): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw new GoalError('the answer is not JSON: is this the base URL of the service?', {
      status: response.status,
      requestId,
      cause,
    });
  }
}
