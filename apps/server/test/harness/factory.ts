import { randomUUID } from 'node:crypto';

import {
  createdAccountShape,
  createdGroupShape,
  createdRedactionShape,
  createdSiteShape,
  createdStreamShape,
  ingestResultShape,
  mintedAccountKeyShape,
  groupShape,
  redactionShape,
  mintedGroupKeyShape,
  operatorAccountShape,
  siteEventShape,
  siteShape,
  type GroupView,
  type OperatorAccountView,
  type SiteView,
} from '@goal/contract';
import { until } from '@goal/db/testing';
import { expect } from 'vitest';
import { z } from 'zod';

import type { Answer, CallOptions, Client } from './client.ts';

/** A word that no other test uses. */
export const unique = (): string => randomUUID().slice(0, 13).replace('-', '');
/** A domain that no other test uses, and that is unique across accounts. */
export const freshDomain = (): string => `s${unique()}.example.com`;

export type GroupKey = z.output<typeof mintedGroupKeyShape>;
export type Group = z.output<typeof createdGroupShape>;

export type Site = {
  id: string;
  domain: string;
  /** Its first site key. */
  token: string;
  prefix: string;
  /** The read API and ingest with the site's own key and domain: `site.call('GET', '/events')`. */
  call: (method: string, path: string, options?: CallOptions) => Promise<Answer>;
};

export type Account = {
  id: string;
  email: string;
  /** Its first account key. */
  token: string;
  prefix: string;
  /**
   * The account API with an account key: `account.call('GET', '/sites')`. Mints another key when
   * one is over its rate.
   */
  call: (method: string, path: string, options?: CallOptions) => Promise<Answer>;
};

/** A valid event of an hour ago; `over` replaces its fields. */
export function makeEvent(over: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    occurred_at: new Date(Date.now() - 3_600_000).toISOString(),
    code: 2002,
    severity: 'low',
    object: 'post',
    event_type: 'modified',
    user_id: 1,
    username: 'editor',
    message: 'Changed the post «Prices»',
    ...over,
  };
}

/** A stream to a name that no name server knows. */
async function makeStream(account: Account): Promise<{ id: string }> {
  const body = { name: `stream ${unique()}`, sink: { type: 'webhook', url: 'https://goal.invalid/' } };
  return (await account.call('POST', '/streams', { body })).as(201, createdStreamShape);
}

/** A whole export of the account. */
async function makeExport(account: Account): Promise<{ id: string }> {
  const { headers } = await account.call('GET', '/events/export');
  return { id: z.string().parse(headers['x-export-id']) };
}

const newestEvent = z.object({ events: z.array(siteEventShape), next_cursor: z.string() });

/** A redaction of somebody whom no event names. */
async function makeRedaction(account: Account): Promise<{ id: string }> {
  const options = { query: { confirm: 'true' }, body: { username: unique() } };
  const made = (await account.call('POST', '/redactions', options)).as(202, createdRedactionShape);
  // The service writes nothing to one that is done.
  const look = async () => (await account.call('GET', `/redactions/${made.id}`)).as(200, redactionShape);
  await until(async () => (await look()).status === 'done');
  return made;
}

/** Creates what a test needs through the public API. */
export function openFactory({ call }: Client, adminToken: string) {
  const admin = (method: string, path: string, options: CallOptions = {}): Promise<Answer> =>
    call(method, `/admin${path}`, { token: adminToken, ...options });

  const asSite = ({ site_id: id, domain, token, prefix }: z.output<typeof createdSiteShape>): Site => ({
    id,
    domain,
    token,
    prefix,
    call: (method, path, options = {}) => call(method, path, { token, domain, ...options }),
  });

  const makeAccountKey = async (account: { id: string }, body: object = {}) =>
    (await admin('POST', `/accounts/${account.id}/keys`, { body })).as(201, mintedAccountKeyShape);

  return {
    /** The operator API with a token that may write: `admin('POST', '/accounts', { body })`. */
    admin,
    makeAccountKey,

    /** An account with one account key. */
    async makeAccount({
      plan = 'pro',
      reseller = false,
    }: { plan?: string; reseller?: boolean } = {}): Promise<Account> {
      const body = { email: `owner-${unique()}@example.com`, plan };
      const { id, email } = (await admin('POST', '/accounts', { body })).as(201, createdAccountShape);
      if (reseller) (await admin('POST', `/accounts/${id}/reseller`, { body: { enabled: true } })).done();
      const { key: token, prefix } = await makeAccountKey({ id });
      let current = token;
      return {
        id,
        email,
        token,
        prefix,
        async call(method, path, options = {}) {
          for (;;) {
            const answer = await call(method, `/account${path}`, { token: current, ...options });
            // Tests of other things than the rate continue with a fresh bucket. A refused call
            // changed nothing, so a retry is safe.
            if (answer.status !== 429 || options.token !== undefined) return answer;
            current = (await makeAccountKey({ id })).key;
          }
        },
      };
    },

    /**
     * A site that the operator registers: this works on the free plan and uses no account key's
     * rate.
     */
    async makeSite(account: { id: string }, body: Readonly<Record<string, unknown>> = {}): Promise<Site> {
      const domain = freshDomain();
      const answer = await admin('POST', `/accounts/${account.id}/sites`, {
        body: { domain, site_url: `https://${domain}/`, ...body },
      });
      return asSite(answer.as(201, createdSiteShape));
    },

    async makeGroup(account: Account, body: Readonly<Record<string, unknown>> = {}): Promise<Group> {
      return (await account.call('POST', '/groups', { body: { name: `group ${unique()}`, ...body } })).as(
        201,
        createdGroupShape,
      );
    },

    async makeGroupKey(
      account: Account,
      group: { id: string },
      body: Readonly<Record<string, unknown>> = {},
    ): Promise<GroupKey> {
      return (await account.call('POST', `/groups/${group.id}/keys`, { body })).as(201, mintedGroupKeyShape);
    },

    makeStream,
    makeExport,
    makeRedaction,

    /** All of GET /sites, with the account's key or another token. */
    async sitesOf(account: Account, token?: string): Promise<SiteView[]> {
      return (await account.call('GET', '/sites', token === undefined ? {} : { token })).as(
        200,
        z.object({ sites: z.array(siteShape) }),
      ).sites;
    },

    /** All of GET /groups. */
    async groupsOf(account: Account, options: CallOptions = {}): Promise<GroupView[]> {
      return (await account.call('GET', '/groups', options)).as(200, z.object({ groups: z.array(groupShape) })).groups;
    },

    /** GET /admin/accounts/{id}. */
    async viewOf(account: { id: string }): Promise<OperatorAccountView> {
      return (await admin('GET', `/accounts/${account.id}`)).as(200, operatorAccountShape);
    },

    /** Sends one event, and returns its id. */
    async sendOne(site: Site, event: object = makeEvent()): Promise<number> {
      (await site.call('POST', '/events', { body: event })).as(200, ingestResultShape);
      const [newest] = (await site.call('GET', '/events?limit=1')).as(200, newestEvent).events;
      return newest?.id ?? expect.fail('no event is there');
    },

    /** Sends events, which must all be accepted. */
    async ingest(site: Site, events: readonly object[]): Promise<void> {
      const result = (await site.call('POST', '/events', { body: { events } })).as(200, ingestResultShape);
      expect(result).toEqual({ accepted: events.length, duplicates: 0, rejected: [] });
    },

    /** Sends one event of a site, which is then in the signed log. Returns its id. */
    async logEvent(account: Account, site: Site): Promise<number> {
      const id = await this.sendOne(site);
      // The log is sealed before the last line of a bundle.
      expect((await account.call('GET', '/log/bundle')).status).toBe(200);
      return id;
    },

    async setPlan(account: { id: string }, plan: string): Promise<void> {
      (await admin('POST', `/accounts/${account.id}/plan`, { body: { plan } })).done();
    },

    async setReseller(account: { id: string }, enabled: boolean): Promise<void> {
      (await admin('POST', `/accounts/${account.id}/reseller`, { body: { enabled } })).done();
    },

    /** Raises the read rate of a site's keys. */
    async setReadRate(site: { id: string }, rps: number): Promise<void> {
      (await admin('PATCH', `/sites/${site.id}`, { body: { rate_limit_rps: rps } })).done();
    },

    /** Pauses every active site but the oldest: down to the free plan and up again. */
    async pauseAllButOldest(account: { id: string }, plan = 'pro'): Promise<void> {
      for (const one of ['free', plan])
        (await admin('POST', `/accounts/${account.id}/plan`, { body: { plan: one } })).done();
    },

    async revokeSite(site: { id: string }): Promise<void> {
      (await admin('POST', `/sites/${site.id}/revoke`)).done();
    },
  };
}

export type Factory = ReturnType<typeof openFactory>;
