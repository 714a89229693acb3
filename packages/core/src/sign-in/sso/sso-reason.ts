/**
 * Why single sign-on refused somebody, as a sentence for the log: no token, no name, and of the
 * provider's words the code of its error alone.
 */
export class RefusedBecause extends Error {
  override readonly name = 'RefusedBecause';
  /** The e-mail that the provider told, for the page of the person who came with it. */
  readonly email: string | undefined;

  constructor(reason: string, { email, cause }: { email?: string | undefined; cause?: unknown } = {}) {
    super(reason, { cause });
    this.email = email;
  }
}

/** What the library's errors hold, of which each has a part. */
type RefusalFacts = {
  status?: number;
  error?: string;
  alg?: string;
  claim?: string;
  /** Seconds by which a time of the provider's lies before our clock. */
  behind?: number;
};

/** The sentence for an error of the library or of the network. */
export function reasonOf(thrown: unknown): string {
  if (thrown instanceof RefusedBecause) return thrown.message;
  if (!(thrown instanceof Error)) return 'it failed';
  const { status, error, alg, claim, behind } = factsOf(thrown);
  if (error !== undefined) return `it answered ${status === undefined ? '' : `${status} `}${error}`;
  if (status !== undefined) return `it answered ${status}`;
  if (alg?.startsWith('HS') === true)
    return `the ID token is signed with ${alg}, which uses the client's secret: let the provider sign with RS256 or ES256`;
  if (alg !== undefined) return `${messagesOf(thrown)} (${alg})`;
  if (behind !== undefined)
    return `the "${claim}" of the ID token is ${Math.abs(behind)} s ${behind < 0 ? 'ahead of' : 'behind'} the clock of this machine: do the two clocks differ?`;
  return messagesOf(thrown);
}

/** Whether the provider has refused this service, and not the person. */
export function isRefusedClient(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  const { status, error = '' } = factsOf(thrown);
  return status === 401 || ['invalid_client', 'unauthorized_client'].includes(error);
}

/** The messages of the library have no values of the answer in them; their causes have. */
function messagesOf({ message, cause }: Error): string {
  if (!(cause instanceof Error) || cause.message === '') return message;
  const { code } = (cause.cause ?? {}) as { code?: unknown };
  // Node says behind it what has failed in the network.
  const network = cause.message === 'fetch failed' && typeof code === 'string' ? ` (${asCode(code)})` : '';
  return `${message}: ${cause.message}${network}`;
}

function factsOf(thrown: Error): RefusalFacts {
  const found: RefusalFacts = {};
  for (let at: unknown = thrown, depth = 0; typeof at === 'object' && at !== null && depth < 4; depth += 1) {
    const { status, error, alg, header, claim, claims, now, cause } = at as Record<string, unknown>;
    const named = alg ?? (header as { alg?: unknown } | undefined)?.alg;
    if (typeof status === 'number') found.status ??= status;
    if (at instanceof Error && typeof error === 'string') found.error ??= asCode(error);
    if (typeof named === 'string') found.alg ??= asCode(named);
    if (typeof claim === 'string' && typeof now === 'number') {
      const told = (claims as Record<string, unknown> | undefined)?.[claim];
      if (typeof told === 'number') Object.assign(found, { claim, behind: now - told });
    }
    at = cause;
  }
  return found;
}

/** The code of an error, or the name of an algorithm, as the protocol forms them. */
export const asCode = (text: string): string => (/^[\w.-]{1,60}$/.test(text) ? text : 'something else');
