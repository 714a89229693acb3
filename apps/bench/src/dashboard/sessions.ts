import type { Http } from '../world/http.ts';
import type { Account } from '../world/population.ts';
import { at } from '../world/random.ts';

/** The tokens of a person's sessions. Each has a rate limit of its own, so calls take turns. */
export class Sessions {
  #turn = 0;

  constructor(private readonly tokens: readonly string[]) {}

  next(): string {
    this.#turn += 1;
    return at(this.tokens, this.#turn % this.tokens.length);
  }
}

/** Asks a procedure of the dashboard natively, as a member of the account. */
export async function ask(
  http: Http,
  { id, sessions }: Pick<Account, 'id'> & { sessions: Sessions },
  procedure: string,
  input: object,
): Promise<string> {
  return http.send({
    path: `/trpc/dashboard.${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`,
    outside: true,
    token: sessions.next(),
    headers: { 'X-Goal-Account': id },
  });
}
