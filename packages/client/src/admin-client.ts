import { download } from './event-export.ts';
import { callsOver, requestOf, type Input } from './operations.ts';
import { listsOver } from './pages.ts';
import type { CallOptions, Transport } from './transport.ts';

type FileRoute =
  | 'GET /admin/accounts.csv'
  | 'GET /admin/sites.csv'
  | 'GET /admin/accounts/{id}/sites.csv'
  | 'GET /admin/actions.csv';

/** Makes the downloads of lists as CSV files: their raw bytes. */
const filesOver =
  (transport: Transport) =>
  <R extends FileRoute>(route: R) =>
  (input: Input<R>, options: CallOptions = {}) =>
    download(transport, requestOf(route, input), options);

/** The operations of admin tokens: `admin:read` allows the reads, `admin:write` all of them. */
export function adminClient(transport: Transport) {
  const call = callsOver(transport);
  const list = listsOver(transport);
  const file = filesOver(transport);
  return {
    attention: list('GET /admin/attention', 'items'),
    whoami: call('GET /admin/whoami'),
    plans: { list: call('GET /admin/plans'), update: call('PATCH /admin/plans/{slug}') },
    retention: { get: call('GET /admin/retention') },
    status: { get: call('GET /admin/status') },
    accounts: {
      list: list('GET /admin/accounts', 'accounts'),
      download: file('GET /admin/accounts.csv'),
      create: call('POST /admin/accounts'),
      get: call('GET /admin/accounts/{id}'),
      update: call('PATCH /admin/accounts/{id}'),
      delete: call('DELETE /admin/accounts/{id}'),
      setReseller: call('POST /admin/accounts/{id}/reseller'),
      setPlan: call('POST /admin/accounts/{id}/plan'),
      arrivals: call('GET /admin/accounts/{id}/arrivals'),
      activity: call('GET /admin/accounts/{id}/activity'),
      topSites: call('GET /admin/accounts/{id}/top-sites'),
      topCodes: call('GET /admin/accounts/{id}/top-codes'),
      silentSites: call('GET /admin/accounts/{id}/silent-sites'),
      previewPlan: call('GET /admin/accounts/{id}/plan/preview'),
      previewReseller: call('GET /admin/accounts/{id}/reseller/preview'),
      summary: call('GET /admin/accounts/{id}/summary'),
      sites: {
        list: list('GET /admin/accounts/{id}/sites', 'sites'),
        download: file('GET /admin/accounts/{id}/sites.csv'),
        create: call('POST /admin/accounts/{id}/sites'),
        activate: call('POST /admin/accounts/{id}/sites/activate'),
      },
      groups: {
        list: list('GET /admin/accounts/{id}/groups', 'groups'),
        keys: {
          list: call('GET /admin/accounts/{id}/groups/{group_id}/keys'),
          revoke: call('DELETE /admin/accounts/{id}/groups/{group_id}/keys/{prefix}'),
        },
      },
      keys: {
        list: call('GET /admin/accounts/{id}/keys'),
        create: call('POST /admin/accounts/{id}/keys'),
        revoke: call('DELETE /admin/accounts/{id}/keys/{prefix}'),
      },
      ...partsOver(transport),
      invite: call('POST /admin/accounts/{id}/invitations'),
      members: {
        list: call('GET /admin/accounts/{id}/members'),
        remove: call('DELETE /admin/accounts/{id}/members/{member_id}'),
      },
    },
    ...actsOver(transport),
    tokens: { list: call('GET /admin/tokens'), revoke: call('DELETE /admin/tokens/{prefix}') },
    sites: {
      list: list('GET /admin/sites', 'sites'),
      download: file('GET /admin/sites.csv'),
      get: call('GET /admin/sites/{id}'),
      update: call('PATCH /admin/sites/{id}'),
      delete: call('DELETE /admin/sites/{id}'),
      activity: call('GET /admin/sites/{id}/activity'),
      keys: { list: call('GET /admin/sites/{id}/keys'), revoke: call('DELETE /admin/sites/{id}/keys/{prefix}') },
      revoke: call('POST /admin/sites/{id}/revoke'),
      restore: call('POST /admin/sites/{id}/restore'),
      activate: call('POST /admin/sites/{id}/activate'),
    },
    keys: { find: call('GET /admin/keys') },
    actions: { list: list('GET /admin/actions', 'actions'), download: file('GET /admin/actions.csv') },
  };
}

/** Acts on what an operator finds by its id. */
function actsOver(transport: Transport) {
  const call = callsOver(transport);
  return {
    streams: { pause: call('POST /admin/streams/{id}/pause'), resume: call('POST /admin/streams/{id}/resume') },
    people: { reset: call('POST /admin/people/{id}/reset') },
  };
}

/** Streams and legal holds of an account. */
function partsOver(transport: Transport) {
  const call = callsOver(transport);
  return {
    streams: { list: call('GET /admin/accounts/{id}/streams') },
    log: call('GET /admin/accounts/{id}/log'),
    holds: {
      list: call('GET /admin/accounts/{id}/holds'),
      create: call('POST /admin/accounts/{id}/holds'),
      end: call('DELETE /admin/accounts/{id}/holds/{hold_id}'),
    },
  };
}
