// Generated from docs/openapi.json. To renew it: npm test -- packages/client/test/generated -u
export interface paths {
    "/account/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The account behind the key */
        get: operations["account-me"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/sites": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List sites */
        get: operations["account-sites-list"];
        put?: never;
        /** Register a site and mint its first key */
        post: operations["account-sites-create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/sites/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a site, its keys and its events */
        delete: operations["account-sites-delete"];
        options?: never;
        head?: never;
        /** Rename a site or move it between groups */
        patch: operations["account-sites-update"];
        trace?: never;
    };
    "/account/sites/{id}/activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Reactivate a paused site */
        post: operations["account-sites-activate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/sites/{id}/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the keys of a site */
        get: operations["account-sites-tokens-list"];
        put?: never;
        /** Mint a site key */
        post: operations["account-sites-tokens-create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/sites/{id}/tokens/{prefix}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke a site key */
        delete: operations["account-sites-tokens-revoke"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List groups */
        get: operations["account-groups-list"];
        put?: never;
        /** Create a group */
        post: operations["account-groups-create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/groups/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a group; its sites stay */
        delete: operations["account-groups-delete"];
        options?: never;
        head?: never;
        /** Change the name or reference of a group */
        patch: operations["account-groups-update"];
        trace?: never;
    };
    "/account/groups/{id}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the keys of a group */
        get: operations["account-groups-keys-list"];
        put?: never;
        /** Mint a group key */
        post: operations["account-groups-keys-create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/groups/{id}/keys/{prefix}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke a group key */
        delete: operations["account-groups-keys-revoke"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read events across the sites of the account */
        get: operations["account-events-list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/events/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Count events across the sites of the account */
        get: operations["account-events-summary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/events/tail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Follow the events of the account in the order in which they become visible */
        get: operations["account-events-tail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/events/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Export all events that match, across the sites of the account */
        get: operations["account-events-export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the events of the site */
        get: operations["read-events-list"];
        put?: never;
        /** Send one event, or up to 1,000 */
        post: operations["ingest-events-send"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read one event in full */
        get: operations["read-events-get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Count events of the site */
        get: operations["read-events-summary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/tail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Follow the events of the site in the order in which they become visible */
        get: operations["read-events-tail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Export all events of the site that match */
        get: operations["read-events-export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/whoami": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The token that asks, and its scope */
        get: operations["admin-whoami"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What `goal status` says: the service, for the operator on call */
        get: operations["admin-status"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/attention": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who may need an operator, one kind at a time */
        get: operations["admin-attention"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/plans": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List plans, the smallest first */
        get: operations["admin-plans-list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/plans/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change limits of a plan */
        patch: operations["admin-plans-update"];
        trace?: never;
    };
    "/admin/retention": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What retention did last, and what holds it back */
        get: operations["admin-retention-get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/accounts.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The list of accounts as a file */
        get: operations["admin-accounts-file"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List accounts */
        get: operations["admin-accounts-list"];
        put?: never;
        /** Create an account */
        post: operations["admin-accounts-create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/accounts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Inspect an account */
        get: operations["admin-accounts-get"];
        put?: never;
        post?: never;
        /** Delete an account with everything in it */
        delete: operations["admin-accounts-delete"];
        options?: never;
        head?: never;
        /** Change the e-mail or the name of an account */
        patch: operations["admin-accounts-update"];
        trace?: never;
    };
    "/admin/accounts/{id}/reseller": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Turn the reseller flag on or off */
        post: operations["admin-accounts-setReseller"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/accounts/{id}/plan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Change the plan */
        post: operations["admin-accounts-setPlan"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/accounts/{id}/arrivals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Why does nothing arrive: last accepted and last refused, per site */
        get: operations["admin-accounts-arrivals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/accounts/{id}/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Events a UTC day by severity */
        get: operations["admin-accounts-activity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/accounts/{id}/top-sites": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The sites that send most */
        get: operations["admin-accounts-topSites"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/accounts/{id}/top-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The most frequent event codes of the newest 20,000 events */
        get: operations["admin-accounts-topCodes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/accounts/{id}/silent-sites": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Sites that used to send and have gone silent */
        get: operations["admin-accounts-silentSites"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/accounts/{id}/plan/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What a change of plan would do */
        get: operations["admin-accounts-previewPlan"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/accounts/{id}/reseller/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What the reseller flag would mean, in own numbers */
        get: operations["admin-accounts-previewReseller"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/accounts/{id}/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Limits, usage, and what is kept */
        get: operations["admin-accounts-summary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/accounts/{id}/sites.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The list of an account's sites as a file */
        get: operations["admin-accounts-sites-file"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/accounts/{id}/sites": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** An account's sites with what arrives, newest first */
        get: operations["admin-accounts-sites-list"];
        put?: never;
        /** Register a site for an account */
        post: operations["admin-accounts-sites-create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/accounts/{id}/sites/activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Activate paused sites, as many as the plan has places for */
        post: operations["admin-accounts-sites-activate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/accounts/{id}/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** An account's groups, newest first */
        get: operations["admin-accounts-groups-list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/accounts/{id}/groups/{group_id}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the keys of a group */
        get: operations["admin-accounts-groups-keys-list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/accounts/{id}/groups/{group_id}/keys/{prefix}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke a group key */
        delete: operations["admin-accounts-groups-keys-revoke"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/accounts/{id}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List account keys */
        get: operations["admin-accounts-keys-list"];
        put?: never;
        /** Mint an account key */
        post: operations["admin-accounts-keys-create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/accounts/{id}/keys/{prefix}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke an account key */
        delete: operations["admin-accounts-keys-revoke"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/accounts/{id}/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Invite somebody to an account that has no owner yet */
        post: operations["admin-accounts-invitations-create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/accounts/{id}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List members and open invitations */
        get: operations["admin-accounts-members-list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/accounts/{id}/members/{member_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove a member */
        delete: operations["admin-accounts-members-remove"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/sites.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The list of sites of all accounts as a file */
        get: operations["admin-sites-file"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/sites": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Find sites of all accounts by domain, newest first */
        get: operations["admin-sites-list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/sites/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Inspect a site: why does nothing arrive? */
        get: operations["admin-sites-get"];
        put?: never;
        post?: never;
        /** Delete a site, its keys and its events */
        delete: operations["admin-sites-delete"];
        options?: never;
        head?: never;
        /** Change the read rate of a site */
        patch: operations["admin-sites-update"];
        trace?: never;
    };
    "/admin/sites/{id}/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Events a UTC day by severity */
        get: operations["admin-sites-activity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/sites/{id}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List a site's keys */
        get: operations["admin-sites-keys-list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/sites/{id}/keys/{prefix}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke a site key */
        delete: operations["admin-sites-keys-revoke"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/sites/{id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Take a site out of use */
        post: operations["admin-sites-revoke"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/sites/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Give a revoked site back, paused */
        post: operations["admin-sites-restore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/sites/{id}/activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Activate a paused site, within the quota of its account */
        post: operations["admin-sites-activate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What the prefix of a key belongs to: at most one of each kind */
        get: operations["admin-keys-find"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/actions.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The record of actions as a file */
        get: operations["admin-actions-file"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/actions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who did what, newest first */
        get: operations["admin-actions-list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List admin tokens, newest first */
        get: operations["admin-tokens-list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/tokens/{prefix}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke an admin token; not the one that asks */
        delete: operations["admin-tokens-revoke"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/people/{id}/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** End all sessions and ways in of a person, and make a new way in */
        post: operations["admin-people-reset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Account: {
            /** Format: uuid */
            account_id: string;
            email: string;
            plan: string;
            is_reseller: boolean;
            /** @description All three are -1 for a reseller */
            limits: {
                /** Format: int64 */
                sites: number;
                /** Format: int64 */
                retention_days: number;
                /** Format: int64 */
                keys_per_site: number;
            };
            usage: {
                /** Format: int64 */
                sites_active: number;
                /** Format: int64 */
                sites_paused: number;
                /** Format: int64 */
                groups: number;
            };
            /** @description The key that makes the request */
            key: {
                /**
                 * @description The first part of the key, as shown in lists
                 * @example k3v9x2ab
                 */
                prefix: string;
                /**
                 * Format: date-time
                 * @example 2026-01-31T12:00:00.000Z
                 */
                created_at: string;
                /**
                 * @description What the key may do; absent for a key that may do everything of its kind
                 * @enum {string}
                 */
                access?: "read";
            };
            /** @description Only with a group key */
            group?: {
                /** Format: uuid */
                id: string;
                name: string;
            };
        };
        Site: {
            /** Format: uuid */
            id: string;
            /**
             * @description Bare hostname, internationalised names in punycode
             * @example shop.example.com
             */
            domain: string;
            site_url: string;
            name: string | null;
            /**
             * @description Paused: reading stays, sending is refused. Revoked: both are refused
             * @enum {string}
             */
            status: "active" | "paused" | "revoked";
            /**
             * Format: int64
             * @description Events are deleted when they are older
             */
            retention_days: number;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            created_at: string;
            /**
             * Format: int64
             * @description Site keys that are not revoked
             */
            active_token_count: number;
            /** Format: uuid */
            group_id: string | null;
            group_name: string | null;
        };
        CreatedSite: {
            /** Format: uuid */
            site_id: string;
            /**
             * @description Bare hostname, internationalised names in punycode
             * @example shop.example.com
             */
            domain: string;
            /** @description The whole key, shown this once */
            token: string;
            /**
             * @description The first part of the key, as shown in lists
             * @example k3v9x2ab
             */
            prefix: string;
            /**
             * @description What the key may do; absent for a key that may do everything of its kind
             * @enum {string}
             */
            access?: "send" | "read";
        };
        SiteKey: {
            /**
             * @description The first part of the key, as shown in lists
             * @example k3v9x2ab
             */
            prefix: string;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            last_used_at: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            revoked_at: string | null;
            /**
             * @description What the key may do; absent for a key that may do everything of its kind
             * @enum {string}
             */
            access?: "send" | "read";
        };
        MintedSiteKey: {
            /** @description The whole key, shown this once */
            token: string;
            /**
             * @description The first part of the key, as shown in lists
             * @example k3v9x2ab
             */
            prefix: string;
            /**
             * @description What the key may do; absent for a key that may do everything of its kind
             * @enum {string}
             */
            access?: "send" | "read";
        };
        Group: {
            /** Format: uuid */
            id: string;
            name: string;
            external_ref: string | null;
            /** Format: int64 */
            site_count: number;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            created_at: string;
        };
        CreatedGroup: {
            /** Format: uuid */
            id: string;
            name: string;
            external_ref: string | null;
        };
        GroupKey: {
            /**
             * @description The first part of the key, as shown in lists
             * @example k3v9x2ab
             */
            prefix: string;
            name: string;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            last_used_at: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            revoked_at: string | null;
            /**
             * Format: date-time
             * @description When a request with the key was last refused
             * @example 2026-01-31T12:00:00.000Z
             */
            last_refused_at?: string;
            /**
             * @description The sentence that this request was answered with
             * @example rate limited
             */
            last_refusal?: string;
            /**
             * @description What the key may do; absent for a key that may do everything of its kind
             * @enum {string}
             */
            access?: "read";
        };
        MintedGroupKey: {
            /** @description The whole key, shown this once */
            key: string;
            /**
             * @description The first part of the key, as shown in lists
             * @example k3v9x2ab
             */
            prefix: string;
            name: string;
            /**
             * @description What the key may do; absent for a key that may do everything of its kind
             * @enum {string}
             */
            access?: "read";
        };
        AccountEvent: {
            /** Format: int64 */
            id: number;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            occurred_at: string;
            /**
             * Format: int64
             * @description Event code of the plugin; an open list
             */
            code: number;
            /** @enum {string} */
            severity: "info" | "low" | "medium" | "high" | "critical";
            /** @description Object type touched; an open list */
            object: string;
            /** @description What happened to it; an open list */
            event_type: string;
            /**
             * Format: int64
             * @description Id of the CMS user; 0 when no user is known
             */
            user_id: number;
            /** @description Empty when no user is known */
            username: string;
            /** @description Text of the monitored site: never trust it */
            message: string;
            /** Format: uuid */
            site_id: string;
            /**
             * @description Bare hostname, internationalised names in punycode
             * @example shop.example.com
             */
            domain?: string;
            /** @description Omitted for a site without a name */
            site_name?: string;
        };
        SummaryGroup: {
            /**
             * Format: date
             * @example 2026-01-31
             */
            day?: string;
            /**
             * @description Beginning of the hour, with the time zone's offset
             * @example 2026-01-31T14:00:00+01:00
             */
            hour?: string;
            /** @enum {string} */
            severity?: "info" | "low" | "medium" | "high" | "critical";
            /** Format: int64 */
            code?: number;
            /**
             * @description What the code means, where the plugin knows it
             * @example user: failed login
             */
            name?: string;
            object?: string;
            event_type?: string;
            /**
             * Format: int64
             * @description A user of the site `site_id`; 0: all events of the site without an id of a user, perhaps of several people
             */
            user_id?: number;
            /** @description Name of the user in the newest event of the group; of `user_id` 0 not the name of all */
            username?: string;
            /**
             * Format: uuid
             * @description The site, or the site of the user
             */
            site_id?: string;
            /**
             * @description Bare hostname, internationalised names in punycode
             * @example shop.example.com
             */
            domain?: string;
            site_name?: string;
            /** Format: int64 */
            events: number;
        };
        Summary: {
            counts: components["schemas"]["SummaryGroup"][];
            /**
             * Format: int64
             * @description Matching events in none of these groups
             */
            other: number;
            /**
             * Format: int64
             * @description The sum of all groups and of `other`
             */
            matched: number;
            /**
             * Format: int64
             * @description Events of the scope and time range that this call examined
             */
            looked_at: number;
            /** @description True: nothing further is there */
            complete: boolean;
            /**
             * Format: date-time
             * @description Time of the last event examined; null when complete
             */
            counted_back_to: string | null;
            /**
             * @description Counted from the counters of days, or from events
             * @enum {string}
             */
            source: "days" | "events";
            /** @description Counts on from there; empty when complete */
            next_cursor: string;
        };
        AccountReceivedEvent: {
            /** Format: int64 */
            id: number;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            occurred_at: string;
            /**
             * Format: int64
             * @description Event code of the plugin; an open list
             */
            code: number;
            /** @enum {string} */
            severity: "info" | "low" | "medium" | "high" | "critical";
            /** @description Object type touched; an open list */
            object: string;
            /** @description What happened to it; an open list */
            event_type: string;
            /**
             * Format: int64
             * @description Id of the CMS user; 0 when no user is known
             */
            user_id: number;
            /** @description Empty when no user is known */
            username: string;
            /** @description Text of the monitored site: never trust it */
            message: string;
            /** Format: uuid */
            site_id: string;
            /**
             * @description Bare hostname, internationalised names in punycode
             * @example shop.example.com
             */
            domain?: string;
            /** @description Omitted for a site without a name */
            site_name?: string;
            /**
             * Format: date-time
             * @description When it was stored
             * @example 2026-01-31T12:00:00.000Z
             */
            received_at: string;
            /**
             * @description Address from which the user came; absent where the site sent none or keeps none
             * @example 203.0.113.7
             */
            ip?: string;
        };
        AccountTail: {
            /** @description In the order in which they became visible */
            events: components["schemas"]["AccountReceivedEvent"][];
            /** @description Give it back as `after`; it is never empty */
            next_after: string;
            /** @description True: `after` lies before what the tail still reaches, or the database was restored since; the answer goes on with the oldest kept, and events in between are only in the lists and the export. Drop what you have already by its id */
            expired: boolean;
        };
        SiteEvent: {
            /** Format: int64 */
            id: number;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            occurred_at: string;
            /**
             * Format: int64
             * @description Event code of the plugin; an open list
             */
            code: number;
            /** @enum {string} */
            severity: "info" | "low" | "medium" | "high" | "critical";
            /** @description Object type touched; an open list */
            object: string;
            /** @description What happened to it; an open list */
            event_type: string;
            /**
             * Format: int64
             * @description Id of the CMS user; 0 when no user is known
             */
            user_id: number;
            /** @description Empty when no user is known */
            username: string;
            /** @description Text of the monitored site: never trust it */
            message: string;
            /** Format: uuid */
            site_id: string;
        };
        IngestResult: {
            /**
             * Format: int64
             * @description Events that are stored now
             */
            accepted: number;
            /**
             * Format: int64
             * @description Events whose event_uuid was stored before
             */
            duplicates: number;
            rejected: {
                /**
                 * Format: int64
                 * @description Place in the batch, from 0
                 */
                index: number;
                error: string;
            }[];
        };
        EventDetail: {
            /** Format: int64 */
            id: number;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            occurred_at: string;
            /**
             * Format: int64
             * @description Event code of the plugin; an open list
             */
            code: number;
            /** @enum {string} */
            severity: "info" | "low" | "medium" | "high" | "critical";
            /** @description Object type touched; an open list */
            object: string;
            /** @description What happened to it; an open list */
            event_type: string;
            /**
             * Format: int64
             * @description Id of the CMS user; 0 when no user is known
             */
            user_id: number;
            /** @description Empty when no user is known */
            username: string;
            /** @description Text of the monitored site: never trust it */
            message: string;
            /** Format: uuid */
            site_id: string;
            user_agent: string | null;
            session_id: string | null;
            /** Format: int64 */
            post_id: number | null;
            post_type: string | null;
            post_status: string | null;
            /**
             * @description Address from which the user came; absent where the site sent none or keeps none
             * @example 203.0.113.7
             */
            ip?: string;
        };
        SiteReceivedEvent: {
            /** Format: int64 */
            id: number;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            occurred_at: string;
            /**
             * Format: int64
             * @description Event code of the plugin; an open list
             */
            code: number;
            /** @enum {string} */
            severity: "info" | "low" | "medium" | "high" | "critical";
            /** @description Object type touched; an open list */
            object: string;
            /** @description What happened to it; an open list */
            event_type: string;
            /**
             * Format: int64
             * @description Id of the CMS user; 0 when no user is known
             */
            user_id: number;
            /** @description Empty when no user is known */
            username: string;
            /** @description Text of the monitored site: never trust it */
            message: string;
            /** Format: uuid */
            site_id: string;
            /**
             * Format: date-time
             * @description When it was stored
             * @example 2026-01-31T12:00:00.000Z
             */
            received_at: string;
            /**
             * @description Address from which the user came; absent where the site sent none or keeps none
             * @example 203.0.113.7
             */
            ip?: string;
        };
        SiteTail: {
            /** @description In the order in which they became visible */
            events: components["schemas"]["SiteReceivedEvent"][];
            /** @description Give it back as `after`; it is never empty */
            next_after: string;
            /** @description True: `after` lies before what the tail still reaches, or the database was restored since; the answer goes on with the oldest kept, and events in between are only in the lists and the export. Drop what you have already by its id */
            expired: boolean;
        };
        WhoAmI: {
            name: string;
            /**
             * @description The first part of the key, as shown in lists
             * @example k3v9x2ab
             */
            prefix: string;
            /** @enum {string} */
            scope: "admin:read" | "admin:write";
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            created_at: string;
        };
        Status: {
            version: string;
            database: {
                /** @enum {string} */
                kind: "embedded" | "DATABASE_URL";
                /** @description Version of PostgreSQL */
                postgresql: string;
                /** Format: int64 */
                bytes: number;
                last_migration: string | null;
                /** @description Why the database refuses writes, as with a full disk; null: it takes them */
                refuses_writes: string | null;
            };
            /** @description What shares the rate limits; null: each instance counts by itself */
            redis: {
                reachable: boolean;
                reason: string | null;
            } | null;
            /** @description Those that reported within the last minute, at most 1,000 */
            instances: {
                /** @description `server` or `worker` */
                kind: string;
                name: string;
                version: string;
                /**
                 * Format: date-time
                 * @example 2026-01-31T12:00:00.000Z
                 */
                started_at: string;
                /**
                 * Format: date-time
                 * @description When it last reported
                 * @example 2026-01-31T12:00:00.000Z
                 */
                seen_at: string;
            }[];
            retention: components["schemas"]["Retention"];
            /**
             * Format: int64
             * @description Deleted sites and accounts whose events are not reclaimed yet
             */
            to_reclaim: number;
            mail: {
                /** Format: int64 */
                waiting: number;
                /** Format: int64 */
                failing: number;
                last_failure: string | null;
                /**
                 * Format: date-time
                 * @example 2026-01-31T12:00:00.000Z
                 */
                oldest_waiting_since: string | null;
            };
            people: {
                /** Format: int64 */
                people: number;
                /** Format: int64 */
                open_sessions: number;
                /** Format: int64 */
                open_invitations: number;
            };
            /** @description The last event of the payment provider that was refused or changed nothing */
            payment_refusal: {
                /**
                 * Format: date-time
                 * @example 2026-01-31T12:00:00.000Z
                 */
                at: string;
                reason: string;
            } | null;
            /** @description What needs a person, in sentences; empty: all is well */
            concerns: string[];
        };
        Retention: {
            /**
             * Format: date-time
             * @description When the last pass began; null: there was none yet
             * @example 2026-01-31T12:00:00.000Z
             */
            last_pass_at: string | null;
            /**
             * Format: date-time
             * @description When a pass last came to its end; null before the first one has
             * @example 2026-01-31T12:00:00.000Z
             */
            last_end_at: string | null;
            /**
             * Format: int64
             * @description Events that the last whole pass deleted
             */
            last_deleted: number | null;
            /** @description Why nothing is deleted until `goal worker --confirm`; null: nothing is held back */
            held: {
                /**
                 * @description `silence`: the last pass seems to lie so far back that the clock may have jumped; `another database`: it may be a restored copy
                 * @enum {string}
                 */
                reason: "silence" | "another database";
                /**
                 * Format: date-time
                 * @description When the last pass began
                 * @example 2026-01-31T12:00:00.000Z
                 */
                since: string;
            } | null;
            /** @description What retention would have deleted when the worker last counted, every ten minutes */
            overdue: {
                /** Format: int64 */
                events: number;
                /**
                 * Format: int64
                 * @description Sites that these events are of
                 */
                sites: number;
                /**
                 * Format: date
                 * @description UTC day of the oldest of them; null when there are none
                 * @example 2026-01-31
                 */
                oldest_day: string | null;
                /**
                 * Format: date-time
                 * @description When the worker counted this; null: it has counted nothing yet, and the figures are 0
                 * @example 2026-01-31T12:00:00.000Z
                 */
                counted_at: string | null;
            };
            /**
             * Format: int64
             * @description Days that a retention which became shorter waits before it is applied
             */
            grace_days: number;
        };
        Attention: {
            /** Format: uuid */
            account_id: string;
            email: string;
            /** @description What people call the account; null: nobody has named it */
            name: string | null;
            plan: string;
            /** Format: uuid */
            site_id: string | null;
            /**
             * @description Bare hostname, internationalised names in punycode
             * @example shop.example.com
             */
            domain: string | null;
            /**
             * Format: date-time
             * @description When the fair-use mail was written, an event was last accepted, the last request was refused, or the provider reported the payment; null where that is unknown
             * @example 2026-01-31T12:00:00.000Z
             */
            since: string | null;
            /**
             * Format: int64
             * @description Events of the month, or active sites
             */
            value: number | null;
            /**
             * Format: int64
             * @description The plan's figure for it
             */
            limit: number | null;
            /** @description What is the matter, for a person */
            sentence: string;
        };
        Plan: {
            slug: string;
            /** Format: int64 */
            sites: number;
            /** Format: int64 */
            retention_days: number;
            /** Format: int64 */
            keys_per_site: number;
            /** @description Whether it opens the read API, the account API and MCP */
            api: boolean;
            /**
             * Format: int64
             * @description Events a month before the fair-use e-mail is sent
             */
            fair_use_events: number;
            /**
             * Format: int64
             * @description Events a month from which on ingest is refused; absent where nothing is
             */
            hard_limit_events?: number;
        };
        OperatorAccountRow: {
            /** Format: uuid */
            id: string;
            email: string;
            plan: string;
            is_reseller: boolean;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            created_at: string;
            /** @description What people call the account; absent where nobody has named it */
            name?: string;
            /** Format: int64 */
            sites_active: number;
            /** Format: int64 */
            sites_paused: number;
            /**
             * Format: int64
             * @description Only with `over` or `sort`: accepted in the UTC month, as counted in the last minute
             */
            events_this_month?: number;
            /** @description Only with `search`, and only where something else than the e-mail or the id matched: a domain, a prefix, or the name or reference of a group */
            match?: {
                /** @enum {string} */
                kind: "site" | "site_key" | "account_key" | "group_key" | "group";
                text: string;
            };
        };
        CreatedAccount: {
            /** Format: uuid */
            id: string;
            email: string;
            plan: string;
            is_reseller: boolean;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            created_at: string;
        };
        OperatorSite: {
            /** Format: uuid */
            id: string;
            /**
             * @description Bare hostname, internationalised names in punycode
             * @example shop.example.com
             */
            domain: string;
            site_url: string;
            name: string | null;
            /**
             * @description Paused: reading stays, sending is refused. Revoked: both are refused
             * @enum {string}
             */
            status: "active" | "paused" | "revoked";
            /**
             * Format: int64
             * @description Events are deleted when they are older
             */
            retention_days: number;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            created_at: string;
            /**
             * Format: int64
             * @description Site keys that are not revoked
             */
            active_token_count: number;
            /** Format: uuid */
            account_id: string;
            /** Format: int64 */
            rate_limit_rps: number;
        };
        OperatorAccount: {
            /** Format: uuid */
            id: string;
            email: string;
            plan: string;
            is_reseller: boolean;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            created_at: string;
            sites: components["schemas"]["OperatorSite"][];
        };
        SiteArrival: {
            /** Format: uuid */
            site_id: string;
            domain: string;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            last_accepted_at: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            last_refused_at: string | null;
            /** @description The sentence that the last refused request was answered with */
            last_refusal: string | null;
        };
        Activity: {
            /**
             * Format: date
             * @example 2026-01-31
             */
            from: string;
            /**
             * Format: date
             * @example 2026-01-31
             */
            to: string;
            days: {
                /**
                 * Format: date
                 * @example 2026-01-31
                 */
                day: string;
                /** Format: int64 */
                info: number;
                /** Format: int64 */
                low: number;
                /** Format: int64 */
                medium: number;
                /** Format: int64 */
                high: number;
                /** Format: int64 */
                critical: number;
            }[];
            /** Format: int64 */
            total: number;
            kept: {
                /** Format: int64 */
                events: number;
                /**
                 * Format: date
                 * @description UTC day of the oldest event that is kept; null when no event is
                 * @example 2026-01-31
                 */
                oldest_day: string | null;
                /**
                 * Format: date
                 * @description First UTC day on which retention may delete that event; null without an event, and for a reseller
                 * @example 2026-01-31
                 */
                kept_until: string | null;
            };
        };
        TopSites: {
            /**
             * Format: date
             * @example 2026-01-31
             */
            from: string;
            /**
             * Format: date
             * @example 2026-01-31
             */
            to: string;
            sites: {
                /** Format: uuid */
                site_id: string;
                /**
                 * @description Bare hostname, internationalised names in punycode
                 * @example shop.example.com
                 */
                domain: string;
                name: string | null;
                /** Format: int64 */
                events: number;
            }[];
            /**
             * Format: int64
             * @description Of all sites that exist
             */
            total: number;
        };
        TopCodes: {
            /**
             * Format: date
             * @example 2026-01-31
             */
            from: string;
            /**
             * Format: date
             * @example 2026-01-31
             */
            to: string;
            codes: {
                /** Format: int64 */
                code: number;
                /** Format: int64 */
                events: number;
            }[];
            /**
             * Format: int64
             * @description Events that were counted: the newest of the range, at most 20,000
             */
            counted: number;
            /** @description Whether these were all events of the range */
            complete: boolean;
        };
        SilentSites: {
            sites: {
                /** Format: uuid */
                site_id: string;
                /**
                 * @description Bare hostname, internationalised names in punycode
                 * @example shop.example.com
                 */
                domain: string;
                name: string | null;
                /**
                 * Format: date
                 * @description UTC day of the last accepted event
                 * @example 2026-01-31
                 */
                last_day: string;
                /**
                 * Format: int64
                 * @description Longest gap between two days with events in the 60 days before
                 */
                usual_gap_days: number;
                sentence: string;
            }[];
            /** Format: int64 */
            total: number;
        };
        PlanPreview: {
            from: string;
            to: string;
            /** Format: int64 */
            sites_to_pause: number;
            /** @description The sites that would be paused, newest first, at most 100 */
            sites: {
                /** Format: uuid */
                id: string;
                /**
                 * @description Bare hostname, internationalised names in punycode
                 * @example shop.example.com
                 */
                domain: string;
                name: string | null;
            }[];
            retention_days: {
                /** Format: int64 */
                from: number;
                /** Format: int64 */
                to: number;
            };
            /** @description The last change of plan that paused sites, with the places of the plan that is looked at; null when all of them are active again, or when this change itself pauses sites */
            last_downgrade: {
                /**
                 * Format: date-time
                 * @description When it was
                 * @example 2026-01-31T12:00:00.000Z
                 */
                at: string;
                /**
                 * Format: int64
                 * @description Sites that it paused and that are still paused
                 */
                sites_paused: number;
                /**
                 * Format: int64
                 * @description How many of them the plan has places for
                 */
                sites_that_fit: number;
            } | null;
            sentences: string[];
        };
        ResellerPreview: {
            /** @description The flag now */
            is_reseller: boolean;
            /** @description The flag that was asked about */
            enabled: boolean;
            /** @description One for each effect, in the order of the contract */
            effects: {
                /** @enum {string} */
                effect: "site_quota" | "key_caps" | "api_gate" | "retention" | "fair_use_mail" | "downgrade" | "readouts" | "rate";
                sentence: string;
            }[];
        };
        AccountSummary: {
            /** Format: uuid */
            id: string;
            email: string;
            plan: string;
            is_reseller: boolean;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            created_at: string;
            /** @description What people call the account; null: nobody has named it */
            name: string | null;
            /** @description What binds now: all are -1 for a reseller */
            limits: {
                /** Format: int64 */
                sites: number;
                /** Format: int64 */
                retention_days: number;
                /** Format: int64 */
                keys_per_site: number;
                /** Format: int64 */
                account_keys: number;
                /** Format: int64 */
                fair_use_events: number;
                /**
                 * Format: int64
                 * @description Events a month from which on ingest is refused; absent where nothing is
                 */
                hard_limit_events?: number;
            };
            /** @description What the plan says, also of a reseller */
            plan_limits: {
                /** Format: int64 */
                sites: number;
                /** Format: int64 */
                retention_days: number;
                /** Format: int64 */
                keys_per_site: number;
                /** Format: int64 */
                account_keys: number;
                /** Format: int64 */
                fair_use_events: number;
                /**
                 * Format: int64
                 * @description Events a month from which on ingest is refused; absent where nothing is
                 */
                hard_limit_events?: number;
            };
            /** @description Whether the read API, the account API and MCP are open to it */
            api: boolean;
            usage: {
                /** Format: int64 */
                sites_active: number;
                /** Format: int64 */
                sites_paused: number;
                /** Format: int64 */
                sites_revoked: number;
                /** Format: int64 */
                groups: number;
                /**
                 * Format: int64
                 * @description Active ones
                 */
                account_keys: number;
                /**
                 * Format: int64
                 * @description Accepted in the calendar month (UTC) so far
                 */
                events_this_month: number;
            };
            /** @description The mail about fair use of this UTC month; null when none was written */
            fair_use_mail: {
                /**
                 * Format: date-time
                 * @description When the account passed the fair use
                 * @example 2026-01-31T12:00:00.000Z
                 */
                written_at: string;
                /** @description Where it was sent, or will be */
                to: string;
                /**
                 * Format: date-time
                 * @description null: it waits, or there is no mail server
                 * @example 2026-01-31T12:00:00.000Z
                 */
                sent_at: string | null;
                /** @description It was logged, because the service has no mail server */
                is_logged: boolean;
                /** @description Why the mail server has not taken it yet */
                failure: string | null;
            } | null;
            /** @description The last change of plan that paused sites; null when all of them are active again */
            last_downgrade: {
                /**
                 * Format: date-time
                 * @description When it was
                 * @example 2026-01-31T12:00:00.000Z
                 */
                at: string;
                /**
                 * Format: int64
                 * @description Sites that it paused and that are still paused
                 */
                sites_paused: number;
                /**
                 * Format: int64
                 * @description How many of them the plan has places for
                 */
                sites_that_fit: number;
            } | null;
            kept: {
                /** Format: int64 */
                events: number;
                /**
                 * Format: date
                 * @description UTC day of the oldest event that is kept; null when no event is
                 * @example 2026-01-31
                 */
                oldest_day: string | null;
                /**
                 * Format: date
                 * @description First UTC day on which retention may delete that event; null without an event, and for a reseller
                 * @example 2026-01-31
                 */
                kept_until: string | null;
            };
            /** @description Ids of the subscriptions at the payment provider that live; absent where none does */
            living_subscriptions?: string[];
        };
        InspectedSiteRow: {
            /** Format: uuid */
            id: string;
            /**
             * @description Bare hostname, internationalised names in punycode
             * @example shop.example.com
             */
            domain: string;
            site_url: string;
            name: string | null;
            /**
             * @description Paused: reading stays, sending is refused. Revoked: both are refused
             * @enum {string}
             */
            status: "active" | "paused" | "revoked";
            /**
             * Format: int64
             * @description Events are deleted when they are older
             */
            retention_days: number;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            created_at: string;
            /**
             * Format: int64
             * @description Site keys that are not revoked
             */
            active_token_count: number;
            /** Format: uuid */
            account_id: string;
            /** Format: int64 */
            rate_limit_rps: number;
            /** Format: uuid */
            group_id: string | null;
            group_name: string | null;
            /**
             * Format: date-time
             * @description When an event of it was last accepted
             * @example 2026-01-31T12:00:00.000Z
             */
            last_accepted_at: string | null;
            /** @description Accepted a day, on average over the last 30 UTC days or as many as it exists; one decimal */
            events_per_day: number;
        };
        ActivatedSites: {
            /** @description The sites that are active now and were paused, newest first */
            activated: string[];
            /**
             * Format: int64
             * @description How many of the sites asked for stay paused
             */
            left: number;
        };
        InspectedGroup: {
            /** Format: uuid */
            id: string;
            name: string;
            external_ref: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            created_at: string;
            /** Format: int64 */
            site_count: number;
            /** Format: int64 */
            active_key_count: number;
        };
        AccountKey: {
            /**
             * @description The first part of the key, as shown in lists
             * @example k3v9x2ab
             */
            prefix: string;
            name: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            last_used_at: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            revoked_at: string | null;
            /**
             * Format: date-time
             * @description When a request with the key was last refused
             * @example 2026-01-31T12:00:00.000Z
             */
            last_refused_at?: string;
            /**
             * @description The sentence that this request was answered with
             * @example rate limited
             */
            last_refusal?: string;
            /**
             * @description What the key may do; absent for a key that may do everything of its kind
             * @enum {string}
             */
            access?: "read";
        };
        MintedAccountKey: {
            /** @description The whole key, shown this once */
            key: string;
            /**
             * @description The first part of the key, as shown in lists
             * @example k3v9x2ab
             */
            prefix: string;
            name: string | null;
            /**
             * @description What the key may do; absent for a key that may do everything of its kind
             * @enum {string}
             */
            access?: "read";
        };
        OperatorMembers: {
            members: {
                /**
                 * Format: uuid
                 * @description Of the membership
                 */
                id: string;
                /** Format: uuid */
                person_id: string;
                email: string;
                name: string | null;
                /** @enum {string} */
                role: "owner" | "admin" | "viewer";
                /** @description The one group that the member reaches; null: the whole account */
                group: {
                    /** Format: uuid */
                    id: string;
                    name: string;
                } | null;
                /**
                 * Format: date-time
                 * @description When they joined
                 * @example 2026-01-31T12:00:00.000Z
                 */
                created_at: string;
                /**
                 * Format: date-time
                 * @description When a session of theirs last entered this account
                 * @example 2026-01-31T12:00:00.000Z
                 */
                seen_at: string | null;
                /** @description Whether a second factor is on */
                second_factor: boolean;
            }[];
            invitations: {
                /** Format: uuid */
                id: string;
                email: string;
                /** @enum {string} */
                role: "owner" | "admin" | "viewer";
                group: {
                    /** Format: uuid */
                    id: string;
                    name: string;
                } | null;
                created_by: string;
                /**
                 * Format: date-time
                 * @example 2026-01-31T12:00:00.000Z
                 */
                expires_at: string;
            }[];
        };
        FoundSite: {
            /** Format: uuid */
            id: string;
            /**
             * @description Bare hostname, internationalised names in punycode
             * @example shop.example.com
             */
            domain: string;
            name: string | null;
            /**
             * @description Paused: reading stays, sending is refused. Revoked: both are refused
             * @enum {string}
             */
            status: "active" | "paused" | "revoked";
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            created_at: string;
            /** Format: uuid */
            account_id: string;
            email: string;
        };
        InspectedSite: {
            /** Format: uuid */
            id: string;
            /**
             * @description Bare hostname, internationalised names in punycode
             * @example shop.example.com
             */
            domain: string;
            site_url: string;
            name: string | null;
            /**
             * @description Paused: reading stays, sending is refused. Revoked: both are refused
             * @enum {string}
             */
            status: "active" | "paused" | "revoked";
            /**
             * Format: int64
             * @description Events are deleted when they are older
             */
            retention_days: number;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            created_at: string;
            /**
             * Format: int64
             * @description Site keys that are not revoked
             */
            active_token_count: number;
            /** Format: uuid */
            account_id: string;
            /** Format: int64 */
            rate_limit_rps: number;
            /** Format: uuid */
            group_id: string | null;
            group_name: string | null;
            /**
             * Format: date-time
             * @description When an event of it was last accepted
             * @example 2026-01-31T12:00:00.000Z
             */
            last_accepted_at: string | null;
            /** @description Accepted a day, on average over the last 30 UTC days or as many as it exists; one decimal */
            events_per_day: number;
            /** @description Of its account */
            email: string;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            last_refused_at: string | null;
            /** @description The sentence that the last refused request was answered with */
            last_refusal: string | null;
            /** @description null: not silent */
            silence: {
                /**
                 * Format: date
                 * @description UTC day of the last accepted event
                 * @example 2026-01-31
                 */
                last_day: string;
                /**
                 * Format: int64
                 * @description Longest gap between two days with events in the 60 days before
                 */
                usual_gap_days: number;
                sentence: string;
            } | null;
            kept: {
                /** Format: int64 */
                events: number;
                /**
                 * Format: date
                 * @description UTC day of the oldest event that is kept; null when no event is
                 * @example 2026-01-31
                 */
                oldest_day: string | null;
                /**
                 * Format: date
                 * @description First UTC day on which retention may delete that event; null without an event, and for a reseller
                 * @example 2026-01-31
                 */
                kept_until: string | null;
            };
        };
        FoundKey: {
            /** @enum {string} */
            kind: "site" | "account" | "group";
            /**
             * @description The first part of the key, as shown in lists
             * @example k3v9x2ab
             */
            prefix: string;
            name: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            last_used_at: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            revoked_at: string | null;
            /** Format: uuid */
            account_id: string;
            email: string;
            /** Format: uuid */
            site_id: string | null;
            /**
             * @description Bare hostname, internationalised names in punycode
             * @example shop.example.com
             */
            domain: string | null;
            /** Format: uuid */
            group_id: string | null;
            group_name: string | null;
            /**
             * @description What the key may do; absent for a key that may do everything of its kind
             * @enum {string}
             */
            access?: "send" | "read";
        };
        Action: {
            /** Format: int64 */
            id: number;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            occurred_at: string;
            /** @enum {string} */
            actor_kind: "operator" | "account_key" | "group_key" | "site_key" | "stripe" | "cli" | "member";
            actor: string;
            action: string;
            /** Format: uuid */
            account_id: string | null;
            /** Format: uuid */
            site_id: string | null;
            detail: {
                [key: string]: unknown;
            } | null;
        };
        AdminToken: {
            /**
             * @description The first part of the key, as shown in lists
             * @example k3v9x2ab
             */
            prefix: string;
            name: string;
            /** @enum {string} */
            scope: "admin:read" | "admin:write";
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            last_used_at: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            revoked_at: string | null;
        };
        ResetPerson: {
            /** @description Sets a new way in, once, for a day; shown this once */
            link?: string;
            /**
             * @description The link went to the proven e-mail and nowhere else
             * @constant
             */
            mailed?: true;
        };
        /** @description An event as the plugin sends it. Texts that are too long are cut; an optional field of a wrong type is stored as none */
        NewEvent: {
            /**
             * Format: date-time
             * @description RFC 3339 with an offset; from 2000 on, at most 24 hours ahead
             * @example 2026-01-31T12:00:00Z
             */
            occurred_at: string;
            /**
             * @description Event code; may come as decimal text
             * @example 2002
             */
            code: number | string;
            /**
             * @description One of the five names, or the plugin's number for it
             * @example low
             * @enum {string|integer}
             */
            severity: "info" | "low" | "medium" | "high" | "critical" | 200 | 250 | 300 | 400 | 500;
            /**
             * @description Object type touched; an open list
             * @example post
             */
            object: string;
            /**
             * @description What happened to it; an open list
             * @example modified
             */
            event_type: string;
            /**
             * @description Cut to 8,192 characters
             * @example Changed the title of the post «Prices»
             */
            message: string;
            /**
             * @description Id of the CMS user
             * @example 7
             */
            user_id?: number | string | null;
            /** @example editor */
            username?: string | null;
            /** @description Cut to 1,024 characters */
            user_agent?: string | null;
            session_id?: string | null;
            /** @description 0 stores no post */
            post_id?: number | string | null;
            /** @example page */
            post_type?: string | null;
            /** @example publish */
            post_status?: string | null;
            /**
             * Format: uuid
             * @description Makes a retry harmless: an event of the same site and event_uuid is stored once
             */
            event_uuid?: string | null;
            /**
             * @description IPv4 or IPv6 address from which the user came; anything else is stored as none, and a site that keeps no addresses stores none
             * @example 203.0.113.7
             */
            ip?: string | null;
        };
        /** @description A batch; one bad event never holds back the others */
        NewEvents: {
            events: components["schemas"]["NewEvent"][];
        };
        Error: {
            /**
             * @description An exact sentence
             * @example not found
             */
            error: string;
        };
    };
    responses: never;
    parameters: {
        /**
         * @description The domain that the key was issued for, without a port
         * @example shop.example.com
         */
        SiteDomain: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    "account-me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
        };
    };
    "account-sites-list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        sites: components["schemas"]["Site"][];
                    };
                };
            };
        };
    };
    "account-sites-create": {
        parameters: {
            query?: {
                /** @description `full` when omitted. A `send` key only sends events, and a `read` key only reads them; a key keeps its access */
                access?: "full" | "send" | "read";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Bare hostname: no scheme, port or path
                     * @example shop.example.com
                     */
                    domain: string;
                    /**
                     * Format: uri
                     * @description http or https
                     * @example https://shop.example.com/
                     */
                    site_url: string;
                    /** @example Shop */
                    name?: string | null;
                    /**
                     * Format: uuid
                     * @description The site's group; a group key may name its own group only
                     */
                    group_id?: string | null;
                };
            };
        };
        responses: {
            /** @description Created; a key in it is shown this once */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedSite"];
                };
            };
        };
    };
    "account-sites-delete": {
        parameters: {
            query: {
                /** @description Must be `true`: the deletion cannot be undone */
                confirm: true;
            };
            header?: never;
            path: {
                /** @description Id of the site */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "account-sites-update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the site */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Empty or null clears it */
                    name?: string | null;
                    /**
                     * Format: uuid
                     * @description The group to move into; null: out of its group. Only with an account key
                     */
                    group_id?: string | null;
                };
            };
        };
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "account-sites-activate": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the site */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "account-sites-tokens-list": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the site */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        tokens: components["schemas"]["SiteKey"][];
                    };
                };
            };
        };
    };
    "account-sites-tokens-create": {
        parameters: {
            query?: {
                /** @description `full` when omitted. A `send` key only sends events, and a `read` key only reads them; a key keeps its access */
                access?: "full" | "send" | "read";
            };
            header?: never;
            path: {
                /** @description Id of the site */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Created; a key in it is shown this once */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MintedSiteKey"];
                };
            };
        };
    };
    "account-sites-tokens-revoke": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the site */
                id: string;
                /** @description The prefix of the key, as lists show it */
                prefix: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "account-groups-list": {
        parameters: {
            query?: {
                /** @description The caller's own identifier, exactly */
                external_ref?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        groups: components["schemas"]["Group"][];
                    };
                };
            };
        };
    };
    "account-groups-create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Unique in the account
                     * @example Shops in Berlin
                     */
                    name: string;
                    /** @description The caller's own identifier, unique in the account; null or empty leaves it out */
                    external_ref?: string | null;
                };
            };
        };
        responses: {
            /** @description Created; a key in it is shown this once */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedGroup"];
                };
            };
        };
    };
    "account-groups-delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the group */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "account-groups-update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the group */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Unique in the account
                     * @example Shops in Berlin
                     */
                    name?: string;
                    /** @description The caller's own identifier, unique in the account; null or empty leaves it out */
                    external_ref?: string | null;
                };
            };
        };
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "account-groups-keys-list": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the group */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        keys: components["schemas"]["GroupKey"][];
                    };
                };
            };
        };
    };
    "account-groups-keys-create": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the group */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description What the key is for
                     * @example reporting
                     */
                    name?: string | null;
                    /**
                     * @description `full` when omitted. A `read` key changes nothing; a key keeps its access
                     * @enum {string|null}
                     */
                    access?: "full" | "read" | null;
                };
            };
        };
        responses: {
            /** @description Created; a key in it is shown this once */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MintedGroupKey"];
                };
            };
        };
    };
    "account-groups-keys-revoke": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the group */
                id: string;
                /** @description The prefix of the key, as lists show it */
                prefix: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "account-events-list": {
        parameters: {
            query?: {
                /** @description One site of the account */
                site_id?: string;
                /** @description All sites of one group; with `site_id` both must hold */
                group_id?: string;
                /** @description Page size */
                limit?: number;
                /** @description Earliest moment, inclusive; a date alone is midnight UTC, and without an offset it is UTC */
                from?: string;
                /** @description Latest moment, inclusive; as `from` */
                to?: string;
                /** @description Event codes: repeat the parameter or separate by commas */
                code?: number[];
                /** @description Leaves out events with these codes */
                not_code?: number[];
                /** @description Id of the CMS user */
                user_id?: number;
                /** @description Name of the CMS user, exactly; empty: any */
                username?: string;
                /** @description Leaves out events of users with these names */
                not_username?: string[];
                /** @description Address from which the user came, or a network such as 203.0.113.0/24 (at least /8, IPv6 /16) */
                ip?: string;
                /** @description Object type touched, exactly; empty: any */
                object?: string;
                /** @description Leaves out events about these object types */
                not_object?: string[];
                /** @description Event type, exactly; empty: any */
                event_type?: string;
                /** @description Leaves out events of these types */
                not_event_type?: string[];
                /** @description Severities: repeat the parameter or separate by commas */
                severity?: ("info" | "low" | "medium" | "high" | "critical")[];
                /** @description Words that the message holds, in any case; at most 500 characters and 16 words */
                q?: string;
                /** @description Position taken from a previous `next_cursor`; empty or omitted: the first page */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        events: components["schemas"]["AccountEvent"][];
                        next_cursor: string;
                    };
                };
            };
        };
    };
    "account-events-summary": {
        parameters: {
            query?: {
                /** @description One site of the account */
                site_id?: string;
                /** @description All sites of one group; with `site_id` both must hold */
                group_id?: string;
                /** @description Earliest moment, inclusive; a date alone is midnight UTC, and without an offset it is UTC */
                from?: string;
                /** @description Latest moment, inclusive; as `from` */
                to?: string;
                /** @description Event codes: repeat the parameter or separate by commas */
                code?: number[];
                /** @description Leaves out events with these codes */
                not_code?: number[];
                /** @description Id of the CMS user */
                user_id?: number;
                /** @description Name of the CMS user, exactly; empty: any */
                username?: string;
                /** @description Leaves out events of users with these names */
                not_username?: string[];
                /** @description Address from which the user came, or a network such as 203.0.113.0/24 (at least /8, IPv6 /16) */
                ip?: string;
                /** @description Object type touched, exactly; empty: any */
                object?: string;
                /** @description Leaves out events about these object types */
                not_object?: string[];
                /** @description Event type, exactly; empty: any */
                event_type?: string;
                /** @description Leaves out events of these types */
                not_event_type?: string[];
                /** @description Severities: repeat the parameter or separate by commas */
                severity?: ("info" | "low" | "medium" | "high" | "critical")[];
                /** @description Words that the message holds, in any case; at most 500 characters and 16 words */
                q?: string;
                /** @description One or two of day, hour, severity, code, object, event_type, user and site, separated by commas. With day the range is at most 400 days, with hour 744 hours; without `from` it begins that long before its end */
                by?: string;
                /** @description Groups at most; with day or hour this bounds the other key alone */
                limit?: number;
                /** @description Time zone of days and hours, a name of the IANA list */
                tz?: string;
                /** @description Position taken from a previous `next_cursor`; empty or omitted: the first page */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Summary"];
                };
            };
        };
    };
    "account-events-tail": {
        parameters: {
            query?: {
                /** @description One site of the account */
                site_id?: string;
                /** @description All sites of one group; with `site_id` both must hold */
                group_id?: string;
                /** @description Position taken from `next_after`; `0`: from the oldest event that the tail reaches; omitted: from now */
                after?: string;
                /** @description Events at most */
                limit?: number;
                /** @description Seconds to wait for an event when there is none */
                wait?: number;
                /** @description Event codes: repeat the parameter or separate by commas */
                code?: number[];
                /** @description Leaves out events with these codes */
                not_code?: number[];
                /** @description Id of the CMS user */
                user_id?: number;
                /** @description Name of the CMS user, exactly; empty: any */
                username?: string;
                /** @description Leaves out events of users with these names */
                not_username?: string[];
                /** @description Address from which the user came, or a network such as 203.0.113.0/24 (at least /8, IPv6 /16) */
                ip?: string;
                /** @description Object type touched, exactly; empty: any */
                object?: string;
                /** @description Leaves out events about these object types */
                not_object?: string[];
                /** @description Event type, exactly; empty: any */
                event_type?: string;
                /** @description Leaves out events of these types */
                not_event_type?: string[];
                /** @description Severities: repeat the parameter or separate by commas */
                severity?: ("info" | "low" | "medium" | "high" | "critical")[];
                /** @description Words that the message holds, in any case; at most 500 characters and 16 words */
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountTail"];
                };
            };
        };
    };
    "account-events-export": {
        parameters: {
            query?: {
                /** @description One site of the account */
                site_id?: string;
                /** @description All sites of one group; with `site_id` both must hold */
                group_id?: string;
                /** @description Earliest moment, inclusive; a date alone is midnight UTC, and without an offset it is UTC */
                from?: string;
                /** @description Latest moment, inclusive; as `from` */
                to?: string;
                /** @description Event codes: repeat the parameter or separate by commas */
                code?: number[];
                /** @description Leaves out events with these codes */
                not_code?: number[];
                /** @description Id of the CMS user */
                user_id?: number;
                /** @description Name of the CMS user, exactly; empty: any */
                username?: string;
                /** @description Leaves out events of users with these names */
                not_username?: string[];
                /** @description Address from which the user came, or a network such as 203.0.113.0/24 (at least /8, IPv6 /16) */
                ip?: string;
                /** @description Object type touched, exactly; empty: any */
                object?: string;
                /** @description Leaves out events about these object types */
                not_object?: string[];
                /** @description Event type, exactly; empty: any */
                event_type?: string;
                /** @description Leaves out events of these types */
                not_event_type?: string[];
                /** @description Severities: repeat the parameter or separate by commas */
                severity?: ("info" | "low" | "medium" | "high" | "critical")[];
                /** @description Words that the message holds, in any case; at most 500 characters and 16 words */
                q?: string;
                /** @description Position taken from a previous `next_cursor`; empty or omitted: the first page */
                cursor?: string;
                /** @description `ndjson`: a line that names the export, lines of events (those that have an `id`), a line with a `cursor` to go on from after a cut every 10,000 events, and a last line with `complete`, how many events there were and the SHA-256 of all bytes before it; a file without it was cut off. `csv`: RFC 4180 with a header row; a text that begins with = + - @, a tab or a carriage return has an apostrophe put before it, so that no spreadsheet runs it */
                format?: "ndjson" | "csv";
                /** @description Newest first, or oldest first */
                order?: "desc" | "asc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {"export":{"scope":{"site_id":"5f0c…"},"filters":{"severity":["high"]},"started_at":"2026-01-31T12:00:00.000Z"}}
                     *     {"id":2049,"occurred_at":"2026-01-30T08:15:00.000Z","code":4007,…}
                     *     {"complete":true,"events":1,"sha256":"9f86…"}
                     */
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
        };
    };
    "read-events-list": {
        parameters: {
            query?: {
                /** @description Page size */
                limit?: number;
                /** @description Earliest moment, inclusive; a date alone is midnight UTC, and without an offset it is UTC */
                from?: string;
                /** @description Latest moment, inclusive; as `from` */
                to?: string;
                /** @description Event codes: repeat the parameter or separate by commas */
                code?: number[];
                /** @description Leaves out events with these codes */
                not_code?: number[];
                /** @description Id of the CMS user */
                user_id?: number;
                /** @description Name of the CMS user, exactly; empty: any */
                username?: string;
                /** @description Leaves out events of users with these names */
                not_username?: string[];
                /** @description Address from which the user came, or a network such as 203.0.113.0/24 (at least /8, IPv6 /16) */
                ip?: string;
                /** @description Object type touched, exactly; empty: any */
                object?: string;
                /** @description Leaves out events about these object types */
                not_object?: string[];
                /** @description Event type, exactly; empty: any */
                event_type?: string;
                /** @description Leaves out events of these types */
                not_event_type?: string[];
                /** @description Severities: repeat the parameter or separate by commas */
                severity?: ("info" | "low" | "medium" | "high" | "critical")[];
                /** @description Words that the message holds, in any case; at most 500 characters and 16 words */
                q?: string;
                /** @description Position taken from a previous `next_cursor`; empty or omitted: the first page */
                cursor?: string;
            };
            header: {
                /**
                 * @description The domain that the key was issued for, without a port
                 * @example shop.example.com
                 */
                "X-Site-Domain": components["parameters"]["SiteDomain"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        events: components["schemas"]["SiteEvent"][];
                        next_cursor: string;
                    };
                };
            };
        };
    };
    "ingest-events-send": {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The domain that the key was issued for, without a port
                 * @example shop.example.com
                 */
                "X-Site-Domain": components["parameters"]["SiteDomain"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewEvent"] | components["schemas"]["NewEvents"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IngestResult"];
                };
            };
        };
    };
    "read-events-get": {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The domain that the key was issued for, without a port
                 * @example shop.example.com
                 */
                "X-Site-Domain": components["parameters"]["SiteDomain"];
            };
            path: {
                /** @description Id of the event */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventDetail"];
                };
            };
        };
    };
    "read-events-summary": {
        parameters: {
            query?: {
                /** @description Earliest moment, inclusive; a date alone is midnight UTC, and without an offset it is UTC */
                from?: string;
                /** @description Latest moment, inclusive; as `from` */
                to?: string;
                /** @description Event codes: repeat the parameter or separate by commas */
                code?: number[];
                /** @description Leaves out events with these codes */
                not_code?: number[];
                /** @description Id of the CMS user */
                user_id?: number;
                /** @description Name of the CMS user, exactly; empty: any */
                username?: string;
                /** @description Leaves out events of users with these names */
                not_username?: string[];
                /** @description Address from which the user came, or a network such as 203.0.113.0/24 (at least /8, IPv6 /16) */
                ip?: string;
                /** @description Object type touched, exactly; empty: any */
                object?: string;
                /** @description Leaves out events about these object types */
                not_object?: string[];
                /** @description Event type, exactly; empty: any */
                event_type?: string;
                /** @description Leaves out events of these types */
                not_event_type?: string[];
                /** @description Severities: repeat the parameter or separate by commas */
                severity?: ("info" | "low" | "medium" | "high" | "critical")[];
                /** @description Words that the message holds, in any case; at most 500 characters and 16 words */
                q?: string;
                /** @description One or two of day, hour, severity, code, object, event_type, user and site, separated by commas. With day the range is at most 400 days, with hour 744 hours; without `from` it begins that long before its end */
                by?: string;
                /** @description Groups at most; with day or hour this bounds the other key alone */
                limit?: number;
                /** @description Time zone of days and hours, a name of the IANA list */
                tz?: string;
                /** @description Position taken from a previous `next_cursor`; empty or omitted: the first page */
                cursor?: string;
            };
            header: {
                /**
                 * @description The domain that the key was issued for, without a port
                 * @example shop.example.com
                 */
                "X-Site-Domain": components["parameters"]["SiteDomain"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Summary"];
                };
            };
        };
    };
    "read-events-tail": {
        parameters: {
            query?: {
                /** @description Position taken from `next_after`; `0`: from the oldest event that the tail reaches; omitted: from now */
                after?: string;
                /** @description Events at most */
                limit?: number;
                /** @description Seconds to wait for an event when there is none */
                wait?: number;
                /** @description Event codes: repeat the parameter or separate by commas */
                code?: number[];
                /** @description Leaves out events with these codes */
                not_code?: number[];
                /** @description Id of the CMS user */
                user_id?: number;
                /** @description Name of the CMS user, exactly; empty: any */
                username?: string;
                /** @description Leaves out events of users with these names */
                not_username?: string[];
                /** @description Address from which the user came, or a network such as 203.0.113.0/24 (at least /8, IPv6 /16) */
                ip?: string;
                /** @description Object type touched, exactly; empty: any */
                object?: string;
                /** @description Leaves out events about these object types */
                not_object?: string[];
                /** @description Event type, exactly; empty: any */
                event_type?: string;
                /** @description Leaves out events of these types */
                not_event_type?: string[];
                /** @description Severities: repeat the parameter or separate by commas */
                severity?: ("info" | "low" | "medium" | "high" | "critical")[];
                /** @description Words that the message holds, in any case; at most 500 characters and 16 words */
                q?: string;
            };
            header: {
                /**
                 * @description The domain that the key was issued for, without a port
                 * @example shop.example.com
                 */
                "X-Site-Domain": components["parameters"]["SiteDomain"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SiteTail"];
                };
            };
        };
    };
    "read-events-export": {
        parameters: {
            query?: {
                /** @description Earliest moment, inclusive; a date alone is midnight UTC, and without an offset it is UTC */
                from?: string;
                /** @description Latest moment, inclusive; as `from` */
                to?: string;
                /** @description Event codes: repeat the parameter or separate by commas */
                code?: number[];
                /** @description Leaves out events with these codes */
                not_code?: number[];
                /** @description Id of the CMS user */
                user_id?: number;
                /** @description Name of the CMS user, exactly; empty: any */
                username?: string;
                /** @description Leaves out events of users with these names */
                not_username?: string[];
                /** @description Address from which the user came, or a network such as 203.0.113.0/24 (at least /8, IPv6 /16) */
                ip?: string;
                /** @description Object type touched, exactly; empty: any */
                object?: string;
                /** @description Leaves out events about these object types */
                not_object?: string[];
                /** @description Event type, exactly; empty: any */
                event_type?: string;
                /** @description Leaves out events of these types */
                not_event_type?: string[];
                /** @description Severities: repeat the parameter or separate by commas */
                severity?: ("info" | "low" | "medium" | "high" | "critical")[];
                /** @description Words that the message holds, in any case; at most 500 characters and 16 words */
                q?: string;
                /** @description Position taken from a previous `next_cursor`; empty or omitted: the first page */
                cursor?: string;
                /** @description `ndjson`: a line that names the export, lines of events (those that have an `id`), a line with a `cursor` to go on from after a cut every 10,000 events, and a last line with `complete`, how many events there were and the SHA-256 of all bytes before it; a file without it was cut off. `csv`: RFC 4180 with a header row; a text that begins with = + - @, a tab or a carriage return has an apostrophe put before it, so that no spreadsheet runs it */
                format?: "ndjson" | "csv";
                /** @description Newest first, or oldest first */
                order?: "desc" | "asc";
            };
            header: {
                /**
                 * @description The domain that the key was issued for, without a port
                 * @example shop.example.com
                 */
                "X-Site-Domain": components["parameters"]["SiteDomain"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {"export":{"scope":{"site_id":"5f0c…"},"filters":{"severity":["high"]},"started_at":"2026-01-31T12:00:00.000Z"}}
                     *     {"id":2049,"occurred_at":"2026-01-30T08:15:00.000Z","code":4007,…}
                     *     {"complete":true,"events":1,"sha256":"9f86…"}
                     */
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
        };
    };
    "admin-whoami": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WhoAmI"];
                };
            };
        };
    };
    "admin-status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Status"];
                };
            };
        };
    };
    "admin-attention": {
        parameters: {
            query: {
                /** @description `over_fair_use`: accounts that have sent more this month than the fair use of their plan, most first; `silent`: sites that used to send and have stopped, the latest first; `refused`: sites whose last request was refused in the last 24 hours, the latest first; `held_payment`: payments that the provider reports and that give no plan, the latest first; `at_cap`: accounts whose active sites fill their plan, most first */
                kind: "over_fair_use" | "silent" | "refused" | "held_payment" | "at_cap";
                /** @description Page size */
                limit?: number;
                /** @description Position taken from a previous `next_cursor`; empty or omitted: the first page */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Attention"][];
                        /**
                         * Format: int64
                         * @description How many there are in all, at most 1,000
                         */
                        count: number;
                        /** @description There are more than 1,000 */
                        more: boolean;
                        next_cursor: string;
                    };
                };
            };
        };
    };
    "admin-plans-list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        plans: components["schemas"]["Plan"][];
                    };
                };
            };
        };
    };
    "admin-plans-update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Slug of the plan */
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Active sites of an account; a lower figure pauses none */
                    sites?: number;
                    /** @description Days that events are kept; a shorter figure is applied after the grace */
                    retention_days?: number;
                    /** @description Events a month before the fair-use e-mail is sent */
                    fair_use_events?: number;
                };
            };
        };
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "admin-retention-get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Retention"];
                };
            };
        };
    };
    "admin-accounts-file": {
        parameters: {
            query?: {
                /** @description Part of the e-mail in any case, or an account id */
                q?: string;
                /** @description Plan slug */
                plan?: string;
                /** @description Resellers alone, or all others */
                is_reseller?: boolean;
                /** @description Part of the e-mail, of a site's domain, or of a group's name or reference in any case, or a key's prefix; a whole account id finds that account alone; of an address or a header that was pasted the host or the key is looked for; `match` of a row says what was found where it is not the e-mail */
                search?: string;
                /** @description Accounts alone that have passed the fair use of their plan this month */
                over?: "fair_use";
                /** @description `created` (also when omitted): newest first; `events`: accepted in the UTC month, most first; `sites`: active, most first. The last two as counted every minute */
                sort?: "created" | "events" | "sites";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    "admin-accounts-list": {
        parameters: {
            query?: {
                /** @description Part of the e-mail in any case, or an account id */
                q?: string;
                /** @description Plan slug */
                plan?: string;
                /** @description Resellers alone, or all others */
                is_reseller?: boolean;
                /** @description Page size */
                limit?: number;
                /** @description Position taken from a previous `next_cursor`; empty or omitted: the first page */
                cursor?: string;
                /** @description Part of the e-mail, of a site's domain, or of a group's name or reference in any case, or a key's prefix; a whole account id finds that account alone; of an address or a header that was pasted the host or the key is looked for; `match` of a row says what was found where it is not the e-mail */
                search?: string;
                /** @description Accounts alone that have passed the fair use of their plan this month */
                over?: "fair_use";
                /** @description `created` (also when omitted): newest first; `events`: accepted in the UTC month, most first; `sites`: active, most first. The last two as counted every minute */
                sort?: "created" | "events" | "sites";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        accounts: components["schemas"]["OperatorAccountRow"][];
                        next_cursor: string;
                    };
                };
            };
        };
    };
    "admin-accounts-create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Where bills go; kept in lower case
                     * @example owner@example.com
                     */
                    email: string;
                    /**
                     * @description Plan slug; `free` when omitted
                     * @example free
                     * @example starter
                     * @example pro
                     * @example agency
                     */
                    plan?: string | null;
                };
            };
        };
        responses: {
            /** @description Created; a key in it is shown this once */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedAccount"];
                };
            };
        };
    };
    "admin-accounts-get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the account */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorAccount"];
                };
            };
        };
    };
    "admin-accounts-delete": {
        parameters: {
            query: {
                /** @description Must be `true`: the deletion cannot be undone */
                confirm: true;
                /** @description Why, for the operators’ record; customers never see it */
                reason?: string;
            };
            header?: never;
            path: {
                /** @description Id of the account */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "admin-accounts-update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the account */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Where bills go; kept in lower case
                     * @example owner@example.com
                     */
                    email?: string;
                    /** @description What people call the account; null or empty leaves it without a name */
                    name?: string | null;
                };
            };
        };
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "admin-accounts-setReseller": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the account */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The flag after this call */
                    enabled: boolean;
                    /** @description Why, for the operators’ record; customers never see it */
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "admin-accounts-setPlan": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the account */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Plan slug
                     * @example free
                     * @example starter
                     * @example pro
                     * @example agency
                     */
                    plan: string;
                    /** @description Why, for the operators’ record; customers never see it */
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "admin-accounts-arrivals": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the account */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        arrivals: components["schemas"]["SiteArrival"][];
                    };
                };
            };
        };
    };
    "admin-accounts-activity": {
        parameters: {
            query?: {
                /** @description UTC days up to today */
                days?: 7 | 30 | 90;
            };
            header?: never;
            path: {
                /** @description Id of the account */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Activity"];
                };
            };
        };
    };
    "admin-accounts-topSites": {
        parameters: {
            query?: {
                /** @description UTC days up to today */
                days?: 7 | 30 | 90;
            };
            header?: never;
            path: {
                /** @description Id of the account */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TopSites"];
                };
            };
        };
    };
    "admin-accounts-topCodes": {
        parameters: {
            query?: {
                /** @description UTC days up to today */
                days?: 7 | 30 | 90;
            };
            header?: never;
            path: {
                /** @description Id of the account */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TopCodes"];
                };
            };
        };
    };
    "admin-accounts-silentSites": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the account */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SilentSites"];
                };
            };
        };
    };
    "admin-accounts-previewPlan": {
        parameters: {
            query: {
                /** @description The plan to look at */
                plan: string;
            };
            header?: never;
            path: {
                /** @description Id of the account */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanPreview"];
                };
            };
        };
    };
    "admin-accounts-previewReseller": {
        parameters: {
            query: {
                /** @description The flag to look at */
                enabled: boolean;
            };
            header?: never;
            path: {
                /** @description Id of the account */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResellerPreview"];
                };
            };
        };
    };
    "admin-accounts-summary": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the account */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountSummary"];
                };
            };
        };
    };
    "admin-accounts-sites-file": {
        parameters: {
            query?: {
                /** @description Part of the domain or name in any case, or a site id */
                q?: string;
                /** @description Statuses: repeat the parameter or separate by commas */
                status?: ("active" | "paused" | "revoked")[];
                /** @description Sites of one of its groups */
                group_id?: string;
            };
            header?: never;
            path: {
                /** @description Id of the account */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    "admin-accounts-sites-list": {
        parameters: {
            query?: {
                /** @description Part of the domain or name in any case, or a site id */
                q?: string;
                /** @description Statuses: repeat the parameter or separate by commas */
                status?: ("active" | "paused" | "revoked")[];
                /** @description Sites of one of its groups */
                group_id?: string;
                /** @description Page size */
                limit?: number;
                /** @description Position taken from a previous `next_cursor`; empty or omitted: the first page */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description Id of the account */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        sites: components["schemas"]["InspectedSiteRow"][];
                        next_cursor: string;
                    };
                };
            };
        };
    };
    "admin-accounts-sites-create": {
        parameters: {
            query?: {
                /** @description `full` when omitted. A `send` key only sends events, and a `read` key only reads them; a key keeps its access */
                access?: "full" | "send" | "read";
            };
            header?: never;
            path: {
                /** @description Id of the account */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Bare hostname: no scheme, port or path
                     * @example shop.example.com
                     */
                    domain: string;
                    /**
                     * Format: uri
                     * @description http or https
                     * @example https://shop.example.com/
                     */
                    site_url: string;
                    /** @example Shop */
                    name?: string | null;
                    /**
                     * Format: uuid
                     * @description The site's group; a group key may name its own group only
                     */
                    group_id?: string | null;
                };
            };
        };
        responses: {
            /** @description Created; a key in it is shown this once */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedSite"];
                };
            };
        };
    };
    "admin-accounts-sites-activate": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the account */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Sites of the account. Give either these or `paused_by` */
                    ids?: string[] | null;
                    /**
                     * @description `last_downgrade`: the sites that the last downgrade paused and that are still paused
                     * @enum {string|null}
                     */
                    paused_by?: "last_downgrade" | null;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivatedSites"];
                };
            };
        };
    };
    "admin-accounts-groups-list": {
        parameters: {
            query?: {
                /** @description Part of the name or of the reference, in any case */
                q?: string;
                /** @description Page size */
                limit?: number;
                /** @description Position taken from a previous `next_cursor`; empty or omitted: the first page */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description Id of the account */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        groups: components["schemas"]["InspectedGroup"][];
                        next_cursor: string;
                    };
                };
            };
        };
    };
    "admin-accounts-groups-keys-list": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the account */
                id: string;
                /** @description Id of the group */
                group_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        keys: components["schemas"]["GroupKey"][];
                    };
                };
            };
        };
    };
    "admin-accounts-groups-keys-revoke": {
        parameters: {
            query?: {
                /** @description Why, for the operators’ record; customers never see it */
                reason?: string;
            };
            header?: never;
            path: {
                /** @description Id of the account */
                id: string;
                /** @description Id of the group */
                group_id: string;
                /** @description The prefix of the key, as lists show it */
                prefix: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "admin-accounts-keys-list": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the account */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        keys: components["schemas"]["AccountKey"][];
                    };
                };
            };
        };
    };
    "admin-accounts-keys-create": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the account */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description What the key is for
                     * @example reporting
                     */
                    name?: string | null;
                    /**
                     * @description `full` when omitted. A `read` key changes nothing; a key keeps its access
                     * @enum {string|null}
                     */
                    access?: "full" | "read" | null;
                };
            };
        };
        responses: {
            /** @description Created; a key in it is shown this once */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MintedAccountKey"];
                };
            };
        };
    };
    "admin-accounts-keys-revoke": {
        parameters: {
            query?: {
                /** @description Why, for the operators’ record; customers never see it */
                reason?: string;
            };
            header?: never;
            path: {
                /** @description Id of the account */
                id: string;
                /** @description The prefix of the key, as lists show it */
                prefix: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "admin-accounts-invitations-create": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the account */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: email
                     * @description Who is invited
                     */
                    email: string;
                    /**
                     * @description `owner` when omitted
                     * @enum {string|null}
                     */
                    role?: "owner" | "admin" | "viewer" | null;
                };
            };
        };
        responses: {
            /** @description Created; a key in it is shown this once */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        link: string;
                        mailed: boolean;
                        /** Format: uuid */
                        id: string;
                    };
                };
            };
        };
    };
    "admin-accounts-members-list": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the account */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorMembers"];
                };
            };
        };
    };
    "admin-accounts-members-remove": {
        parameters: {
            query?: {
                /** @description Why, for the operators’ record; customers never see it */
                reason?: string;
            };
            header?: never;
            path: {
                /** @description Id of the account */
                id: string;
                /** @description Id of the membership, as the list shows it */
                member_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "admin-sites-file": {
        parameters: {
            query?: {
                /** @description Part of the domain in any case, or a site id */
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    "admin-sites-list": {
        parameters: {
            query?: {
                /** @description Part of the domain in any case, or a site id */
                q?: string;
                /** @description Page size */
                limit?: number;
                /** @description Position taken from a previous `next_cursor`; empty or omitted: the first page */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        sites: components["schemas"]["FoundSite"][];
                        next_cursor: string;
                    };
                };
            };
        };
    };
    "admin-sites-get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the site */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InspectedSite"];
                };
            };
        };
    };
    "admin-sites-delete": {
        parameters: {
            query: {
                /** @description Must be `true`: the deletion cannot be undone */
                confirm: true;
                /** @description Why, for the operators’ record; customers never see it */
                reason?: string;
            };
            header?: never;
            path: {
                /** @description Id of the site */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "admin-sites-update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the site */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Requests a second that each site key may read; three times as many at once */
                    rate_limit_rps: number;
                };
            };
        };
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "admin-sites-activity": {
        parameters: {
            query?: {
                /** @description UTC days up to today */
                days?: 7 | 30 | 90;
            };
            header?: never;
            path: {
                /** @description Id of the site */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Activity"];
                };
            };
        };
    };
    "admin-sites-keys-list": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the site */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        keys: components["schemas"]["SiteKey"][];
                    };
                };
            };
        };
    };
    "admin-sites-keys-revoke": {
        parameters: {
            query?: {
                /** @description Why, for the operators’ record; customers never see it */
                reason?: string;
            };
            header?: never;
            path: {
                /** @description Id of the site */
                id: string;
                /** @description The prefix of the key, as lists show it */
                prefix: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "admin-sites-revoke": {
        parameters: {
            query?: {
                /** @description Why, for the operators’ record; customers never see it */
                reason?: string;
            };
            header?: never;
            path: {
                /** @description Id of the site */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "admin-sites-restore": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the site */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "admin-sites-activate": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the site */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "admin-keys-find": {
        parameters: {
            query: {
                /** @description The prefix of a site, account or group key, exactly */
                prefix: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        keys: components["schemas"]["FoundKey"][];
                    };
                };
            };
        };
    };
    "admin-actions-file": {
        parameters: {
            query?: {
                /** @description Actions on one account, also a deleted one */
                account_id?: string;
                /** @description Kinds of actors: repeat the parameter or separate by commas */
                actor_kind?: ("operator" | "account_key" | "group_key" | "site_key" | "stripe" | "cli" | "member")[];
                /** @description An operator's token by its name, or a key's prefix, exactly */
                actor?: string;
                /** @description What was done, exactly */
                action?: string;
                /** @description Earliest moment, inclusive; a date alone is midnight UTC, and without an offset it is UTC */
                from?: string;
                /** @description Latest moment, inclusive; as `from` */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    "admin-actions-list": {
        parameters: {
            query?: {
                /** @description Actions on one account, also a deleted one */
                account_id?: string;
                /** @description Page size */
                limit?: number;
                /** @description Position taken from a previous `next_cursor`; empty or omitted: the first page */
                cursor?: string;
                /** @description Kinds of actors: repeat the parameter or separate by commas */
                actor_kind?: ("operator" | "account_key" | "group_key" | "site_key" | "stripe" | "cli" | "member")[];
                /** @description An operator's token by its name, or a key's prefix, exactly */
                actor?: string;
                /** @description What was done, exactly */
                action?: string;
                /** @description Earliest moment, inclusive; a date alone is midnight UTC, and without an offset it is UTC */
                from?: string;
                /** @description Latest moment, inclusive; as `from` */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        actions: components["schemas"]["Action"][];
                        next_cursor: string;
                    };
                };
            };
        };
    };
    "admin-tokens-list": {
        parameters: {
            query?: {
                /** @description Page size */
                limit?: number;
                /** @description Position taken from a previous `next_cursor`; empty or omitted: the first page */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        tokens: components["schemas"]["AdminToken"][];
                        next_cursor: string;
                    };
                };
            };
        };
    };
    "admin-tokens-revoke": {
        parameters: {
            query?: {
                /** @description Why, for the operators’ record; customers never see it */
                reason?: string;
            };
            header?: never;
            path: {
                /** @description The prefix of the token, as the list shows it */
                prefix: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "admin-people-reset": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the person */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Created; a key in it is shown this once */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResetPerson"];
                };
            };
        };
    };
}
