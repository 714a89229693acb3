import type { LookupAddress } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { callbackify } from 'node:util';

import { AddressNotAllowed, behindNat64, isInNets, isPublicAddress, parseNets } from './addresses.ts';
import { resolveName, type Resolve } from './resolve.ts';

/** How long a connection without a request is kept. */
const idleMs = 30_000;
/** Idle connections that one account keeps to one sink: a process sends two batches at once. */
const idleSockets = 2;
/** Accounts whose agents are kept; one more makes room by removing those without a connection. */
const keptAgents = 256;
const localNames = /(^|\.)localhost$/;

export type GuardOptions = {
  /** `STREAM_ALLOW_NETS`: private networks that sinks may be in. */
  allowNets: string | undefined;
  /** For tests. */
  resolve?: Resolve;
};

/**
 * Stands between every sink and the network. It judges the addresses that the socket will use, all
 * of them, in the moment of connecting: a name that changes its answer gains nothing.
 */
export type Guard = {
  /**
   * Returns false for a literal address in any spelling, or a name, that is never allowed. A name
   * whose addresses are only known when it is resolved is allowed here.
   */
  isAllowedHost: (host: string) => boolean;
  /** The same for an URL. `http:` is allowed for addresses and names of allowed networks. */
  isAllowedUrl: (url: string) => boolean;
  /**
   * Resolves a name for a socket. It fails with `AddressNotAllowed` when one of its addresses is
   * refused. Node asks it for names only, so call `isAllowedHost` first.
   */
  lookup: LookupFunction;
  /** The agent of an account, which keeps its connections; `http:` into allowed networks only. */
  agentOf: (accountId: string, protocol: 'http:' | 'https:') => http.Agent;
  /** Ends the idle connections of all accounts. */
  close: () => void;
};

/** Throws an error where `allowNets` cannot be read. */
export function openGuard({ allowNets, resolve = resolveName }: GuardOptions): Guard {
  const nets = parseNets(allowNets);
  // A setting that allows NAT64 does not allow each address behind it.
  const isAllowed = (address: string): boolean => {
    const meant = isIP(address) === 0 || !isInNets(address, nets) ? address : behindNat64(address);
    return isInNets(meant, nets) || isPublicAddress(meant);
  };
  const isInside = (address: string): boolean => isInNets(behindNat64(address), nets);
  const resolveAll: Resolve = (name) =>
    localNames.test(name) ? Promise.resolve([{ address: '127.0.0.1', family: 4 }]) : resolve(name);

  const isAllowedName = (name: string, judge: (address: string) => boolean): boolean => {
    if (isIP(name) !== 0) return judge(name);
    return !localNames.test(name) || judge('127.0.0.1');
  };
  const isAllowedHost = (host: string): boolean => {
    const name = canonicalHost(host);
    return name !== undefined && isAllowedName(name, isAllowed);
  };
  const isAllowedUrl = (text: string): boolean => {
    if (!URL.canParse(text)) return false;
    const { protocol, hostname } = new URL(text);
    if (protocol !== 'https:' && protocol !== 'http:') return false;
    const name = canonicalHost(hostname);
    if (name === undefined) return false;
    if (protocol === 'http:') return nets.length > 0 && isAllowedName(name, isInside);
    return isAllowedName(name, isAllowed);
  };

  const lookup = guardedLookup(resolveAll, isAllowed);
  const lookupInside = guardedLookup(resolveAll, isInside);
  const agents = new Map<string, http.Agent>();
  const agentOf = (accountId: string, protocol: 'http:' | 'https:'): http.Agent => {
    const key = `${protocol}${accountId}`;
    const known = agents.get(key);
    if (known) return known;
    if (agents.size >= keptAgents) dropUnused(agents);
    const shared = { keepAlive: true, maxFreeSockets: idleSockets, timeout: idleMs };
    const agent =
      protocol === 'https:'
        ? new https.Agent({ ...shared, lookup, minVersion: 'TLSv1.2' })
        : new http.Agent({ ...shared, lookup: lookupInside });
    agents.set(key, agent);
    return agent;
  };
  return {
    isAllowedHost,
    isAllowedUrl,
    lookup,
    agentOf,
    close: () => {
      for (const agent of agents.values()) agent.destroy();
      agents.clear();
    },
  };
}

/**
 * Returns a host as a socket will understand it: literal addresses in their usual spelling and
 * without brackets, names in lower case. The parser of URLs knows octal, hexadecimal and shortened
 * spellings. Returns undefined for what is no host.
 */
export function canonicalHost(host: string): string | undefined {
  const written = isIP(host) === 6 ? `[${host}]` : host;
  if (!/^[^\s/\\?#@]+$/.test(written) || !URL.canParse(`https://${written}/`)) return undefined;
  const { hostname, port } = new URL(`https://${written}/`);
  if (port !== '' || hostname === '') return undefined;
  // The dot at the end of a full name, which `localhost.` has too; more than one are no name.
  return hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.+$/, '');
}

function guardedLookup(resolve: Resolve, isAllowed: (address: string) => boolean): LookupFunction {
  const judged = async (name: string): Promise<[LookupAddress, ...LookupAddress[]]> => {
    const [first, ...more] = await resolve(name.replace(/\.$/, '').toLowerCase());
    if (first === undefined) throw new AddressNotAllowed();
    if (![first, ...more].every(({ address }) => isAllowed(address))) throw new AddressNotAllowed();
    return [first, ...more];
  };
  const ofNode = callbackify(judged);
  return (name, options, callback) =>
    ofNode(name, (error, addresses) => {
      if (error) callback(error, '', 0);
      else if (options.all) callback(null, addresses);
      else callback(null, addresses[0].address, addresses[0].family);
    });
}

function dropUnused(agents: Map<string, http.Agent>): void {
  for (const [key, agent] of agents) {
    if (Object.keys(agent.sockets).length > 0 || Object.keys(agent.freeSockets).length > 0) continue;
    agent.destroy();
    agents.delete(key);
  }
}
