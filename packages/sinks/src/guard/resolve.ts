import { Resolver } from 'node:dns';
import type { LookupAddress } from 'node:dns';

import { nameMs } from '../figures.ts';

/** How long one question to a name server may take at first, and how often it is asked. */
const queryMs = 1_500;
const queryTries = 2;

/** A name has no address, or no name server answered. */
export class NameNotResolved extends Error {
  override name = 'NameNotResolved';
}

/** Resolves to all addresses of a name. Throws `NameNotResolved`. */
export type Resolve = (name: string) => Promise<LookupAddress[]>;

/**
 * Asks the name servers of the machine, or those of a test, for `nameMs` at most. `dns.lookup`
 * would hold one of the four threads of the process for as long as a slow name server takes, and
 * files and zip would wait behind it.
 */
export const resolveBy =
  (servers?: readonly string[]): Resolve =>
  async (name) => {
    // A new one each time reads the settings of the machine again.
    const resolver = new Resolver({ timeout: queryMs, tries: queryTries });
    if (servers !== undefined) resolver.setServers(servers);
    const ask = (family: 4 | 6): Promise<LookupAddress[]> =>
      new Promise((resolve, reject) => {
        const done = (error: Error | null, addresses: string[]): void =>
          error ? reject(error) : resolve(addresses.map((address) => ({ address, family })));
        if (family === 4) resolver.resolve4(name, done);
        else resolver.resolve6(name, done);
      });
    const cut = setTimeout(() => resolver.cancel(), nameMs);
    const answers = await Promise.allSettled([ask(4), ask(6)]);
    clearTimeout(cut);
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (found.length > 0) return found;
    const isUnknown = answers.every(
      (answer) => answer.status === 'fulfilled' || ['ENOTFOUND', 'ENODATA'].includes(codeOf(answer.reason)),
    );
    throw new NameNotResolved(isUnknown ? 'the name has no address' : 'no name server answered');
  };

export const resolveName: Resolve = resolveBy();

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
