// Generated from docs/openapi.json. To renew it: npm test -- packages/client/test/generated -u
export interface paths {
    "/account/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The account behind the key
         * @description Tells the e-mail, the plan with its limits, and what is used of them. A limit of -1 means unlimited. `key` says what the asking key is and may do: call this first to see whether a key works.
         */
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
        /**
         * List sites
         * @description Lists every site of the account, newest first, without pages: a long list is sent while it is made. A group key sees only the sites of its group.
         */
        get: operations["account-sites-list"];
        put?: never;
        /**
         * Register a site and mint its first key
         * @description Registers a site and answers with its first key, which is shown this once. The plan needs a free place. With a group key the site joins the group of the key.
         */
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
        /**
         * Delete a site, its keys and its events
         * @description Removes the site, all its keys and all its events for every reader at once. It cannot be undone, so it asks for `confirm=true`.
         */
        delete: operations["account-sites-delete"];
        options?: never;
        head?: never;
        /**
         * Rename a site or move it between groups
         * @description Changes the name, the group, or both; a field that is left out stays. An empty `name` and a `group_id` of null clear it. A group key changes names only.
         */
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
        /**
         * Reactivate a paused site
         * @description Makes a paused site active where the plan has a free place. An active site stays as it is; a revoked one can only be restored by the operator.
         */
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
        /**
         * List the keys of a site
         * @description Lists the keys of the site, active and revoked, newest first, without their secrets.
         */
        get: operations["account-sites-tokens-list"];
        put?: never;
        /**
         * Mint a site key
         * @description Makes one more key for the site and shows it this once. A site has at most two active keys, so that one can be replaced by the other without a gap.
         */
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
        /**
         * Revoke a site key
         * @description Ends a key for good: within a second it is refused everywhere. It stays in the list with `revoked_at`.
         */
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
        /**
         * List groups
         * @description Lists every group of the account, newest first, without pages. `external_ref` finds the group with your own identifier. A group key sees its own group alone.
         */
        get: operations["account-groups-list"];
        put?: never;
        /**
         * Create a group
         * @description Makes a group, which holds sites and can have keys of its own. Name and `external_ref` are unique in the account. It needs an account key.
         */
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
        /**
         * Delete a group; its sites stay
         * @description Removes the group and revokes its keys. Its sites and their events stay, without a group. It needs an account key.
         */
        delete: operations["account-groups-delete"];
        options?: never;
        head?: never;
        /**
         * Change the name or reference of a group
         * @description Changes the name, the `external_ref`, or both; null or an empty text clears the `external_ref`. It needs an account key.
         */
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
        /**
         * List the keys of a group
         * @description Lists the keys of the group, active and revoked, newest first, without their secrets. It needs an account key.
         */
        get: operations["account-groups-keys-list"];
        put?: never;
        /**
         * Mint a group key
         * @description Makes a key that reaches the sites of this group alone, and shows it this once. A group has at most ten active keys. It needs an account key.
         */
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
        /**
         * Revoke a group key
         * @description Ends a group key for good: within a second it is refused everywhere. It needs an account key.
         */
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
        /**
         * Read events across the sites of the account
         * @description Returns a page of events, newest first. Follow `next_cursor` with the same filters until it is empty; a page may be short, or even empty, before that. A group key reads the sites of its group.
         */
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
        /**
         * Count events across the sites of the account
         * @description Counts the matching events by one or two keys. `matched` is always the sum of all counts and `other`. Where `complete` is false, ask again with `next_cursor` as `cursor` and add the parts up.
         */
        get: operations["account-events-summary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/events/{id}/redact": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove the text and the user of one event
         * @description Replaces the message by `redacted` and removes user name, user id, browser, session and address of one event, for good. What happened, where and when stays. Asking again changes nothing. An event on legal hold is 409.
         */
        post: operations["account-events-redact"];
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
        /**
         * Follow the events of the account in the order in which they become visible
         * @description Follows events in the order in which they became visible, so that nobody who keeps `next_after` misses one. `wait` holds the request until there is an event. `expired` says that events may be missing.
         */
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
        /**
         * Export all events that match, across the sites of the account
         * @description Streams everything that matches. A file of JSON lines is whole when its last line says `complete`; continue one that was cut off from its last `cursor`. A CSV file is whole when it has the line that `end` asks for, or the sum that the path below tells of its `X-Export-Id`. A key runs one export at a time, and each is recorded.
         */
        get: operations["account-events-export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/exports/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether an export is whole, and its sum
         * @description Tells whether an export is whole, how many events and bytes it has, and their SHA-256, by the `X-Export-Id` of its answer: behind a proxy a file that was cut off may look whole. Kept for 30 days, and of the last 1,000 exports. A group key is told of those made for its group.
         */
        get: operations["account-exports-get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/streams": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List streams
         * @description Lists the streams of the account, newest first, at most ten, with their state. It needs an account key.
         */
        get: operations["account-streams-list"];
        put?: never;
        /**
         * Create a stream
         * @description Makes a stream: from now on, or from the oldest event that the tail reaches, each event that matches `filters` is sent to `sink`, in the order of the tail, at least once. `secret` signs webhooks and is shown this once.
         */
        post: operations["account-streams-create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/streams/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A stream with its state
         * @description Tells what a stream sends where, how far it is behind, what it delivered, and why it fails. Secrets are null.
         */
        get: operations["account-streams-get"];
        put?: never;
        post?: never;
        /**
         * Delete a stream
         * @description Ends a stream for good. A batch that is on its way may still arrive.
         */
        delete: operations["account-streams-delete"];
        options?: never;
        head?: never;
        /**
         * Change the name, the sink or the filters of a stream
         * @description Changes the name, the sink or the filters; what is left out stays. A secret field of the sink that is left out stays as long as type and address stay. The position stays too.
         */
        patch: operations["account-streams-update"];
        trace?: never;
    };
    "/account/streams/{id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause a stream
         * @description Sends nothing more until the stream is resumed. Its position stays.
         */
        post: operations["account-streams-pause"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/streams/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume a stream from where it stood
         * @description Sends on from where the stream stood, also one that was switched off. After a restore of the database it goes on from now.
         */
        post: operations["account-streams-resume"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/streams/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send one made-up event to the sink
         * @description Sends one made-up event with the id 0 and `"test": true` by the same code as all others, and tells what the sink said. A sink that fails is an answer with `ok` false.
         */
        post: operations["account-streams-test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/streams/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send again what arrived from a time on
         * @description Sets the position back, so that everything that arrived since then and matches is sent again. `events` is about how many will come.
         */
        post: operations["account-streams-replay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/streams/{id}/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a new signing secret
         * @description Makes a new signing secret and shows it this once. For 24 hours the former one signs as well.
         */
        post: operations["account-streams-rotateSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/streams/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The last deliveries of a stream, newest first
         * @description Returns the last 200 deliveries of a stream, newest first. While all goes well one row adds up the deliveries of a second.
         */
        get: operations["account-streams-deliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/streams/{id}/set-aside": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Events that the sink refused one by one, newest first
         * @description Lists the events that the sink refused one by one. They stay here until they are sent again.
         */
        get: operations["account-streams-setAside"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/streams/{id}/set-aside/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send again what was set aside
         * @description Sends all events again that were set aside.
         */
        post: operations["account-streams-retrySetAside"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/holds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List legal holds, newest first
         * @description Lists the legal holds of the account, newest first: all that run, and the last thousand that ended. One that the provider set has no `reason` here.
         */
        get: operations["account-holds-list"];
        put?: never;
        /**
         * Set a legal hold: nothing that it covers is deleted
         * @description Sets a legal hold on a site or on the whole account. Until it is ended, retention deletes nothing that it covers, and deleting the site or the account is 409.
         */
        post: operations["account-holds-create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/holds/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End a legal hold
         * @description Ends a legal hold. Retention waits for its grace after that. A hold that the provider set is 409: only the provider ends it.
         */
        delete: operations["account-holds-end"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/redactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove the text and the user of all events of one person
         * @description Begins to do the same with all events of one person that have arrived by now: by the user name, or by a site and its user id, or by all three. The answer has the id under which to ask how far it has come. One runs at a time.
         */
        post: operations["account-redactions-create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/redactions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How far a redaction has come
         * @description Tells how many events were found, redacted, and left because of a legal hold. When it is done it names the streams and exports that may have had these events: what left cannot be called back.
         */
        get: operations["account-redactions-get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The state of the signed log
         * @description The newest log of the account: its name, size and root, how far it is behind the events, who signs it and since when. A group key gets the same.
         */
        get: operations["account-log-get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/log/checkpoint": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The newest checkpoint of the signed log
         * @description The signed note of the newest size (c2sp.org/tlog-checkpoint). Keep copies of it outside the service: whoever has one notices when the log is another one later.
         */
        get: operations["account-log-checkpoint"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/log/consistency": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Prove that one size of the log is the beginning of another
         * @description Proves that the log at the size `from` is the beginning of that at `to`, by hashes alone (section 2.1.2 of RFC 6962).
         */
        get: operations["account-log-consistency"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/log/tile/{level}/{index}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a part of the tree of the signed log
         * @description A tile of the log (c2sp.org/tlog-tiles): 256 hashes, or 256 entries as they are hashed, for programs that follow any such log; its checkpoint is at `/account/log/checkpoint`. Parts of a tile are there up to the newest signed size. A tile never changes, but after a restore another log begins at the same paths: compare the name in the checkpoint.
         */
        get: operations["account-log-tile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/events/{id}/proof": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Prove that one event is in the signed log
         * @description One event with the proof that it is in the log, as one file (c2sp.org/tlog-proof). 503 with `Retry-After` while it is not sealed yet; 404 also for an event that was stored before the log began.
         */
        get: operations["account-log-proof"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/log/bundle": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the signed log, to be verified offline
         * @description Everything that the log holds, as one file that `goal verify` and the programs of the guide check offline: the events with their salts, the acts that the log was told, and the checkpoint. Of a site or a group only its own events and acts, with hashes in place of the others. It is streamed and cut off as an export is, and recorded. A file without its last line was cut off.
         */
        get: operations["account-log-bundle"];
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
        /**
         * Read the events of the site
         * @description Returns a page of the events of the site that the key belongs to, newest first. Follow `next_cursor` with the same filters until it is empty.
         */
        get: operations["read-events-list"];
        put?: never;
        /**
         * Send one event, or up to 1,000
         * @description Stores one event, or up to 1,000 in `events`, and answers once they are durable. A bad event holds back none of the others: `rejected` names it by its index. With an `event_uuid` a retry stores nothing twice.
         */
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
        /**
         * Read one event in full
         * @description Returns one event with the fields that lists leave out, such as the user agent and the address.
         */
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
        /**
         * Count events of the site
         * @description Counts the matching events of the site by one or two keys, as for the account.
         */
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
        /**
         * Follow the events of the site in the order in which they become visible
         * @description Follows the events of the site in the order in which they became visible, as for the account.
         */
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
        /**
         * Export all events of the site that match
         * @description Streams every event of the site that matches, as for the account.
         */
        get: operations["read-events-export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/exports/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether an export is whole, and its sum
         * @description Tells whether an export of the site is whole, as for the account.
         */
        get: operations["read-exports-get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{id}/proof": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Prove that one event is in the signed log
         * @description One event of the site with the proof that it is in the log of its account, as one file (c2sp.org/tlog-proof). 503 with `Retry-After` while it is not sealed yet; 404 also for an event that was stored before the log began.
         */
        get: operations["read-log-proof"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/log/bundle": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the signed log of the site, to be verified offline
         * @description The events of the site with their salts and the proof that they are all, as one file that `goal verify` checks offline: hashes stand in place of what concerns other sites. It is streamed and cut off as an export is, and recorded.
         */
        get: operations["read-log-bundle"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/log-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The public keys that sign the logs
         * @description The public keys that sign the logs of this service, of all times, the oldest first: to be compared with those that a bundle names.
         */
        get: operations["log-keys"];
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
        /**
         * The token that asks, and its scope
         * @description Tells the name and the scope of the token that asks: call this first to see whether it works.
         */
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
        /**
         * What `goal status` says: the service, for the operator on call
         * @description Tells what the command `goal status` says: version, database, instances, retention, mail, people and refused payments. `concerns` is empty where nobody is wanted.
         */
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
        /**
         * Who may need an operator, one kind at a time
         * @description Returns a page of accounts or sites that may need an operator, of one kind. `count` says how many there are and ends at 1,000.
         */
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
        /**
         * List plans, the smallest first
         * @description Lists the plans with their limits. They are rows of the database and can be changed.
         */
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
        /**
         * Change limits of a plan
         * @description Changes limits of a plan for all its accounts from the next request on. Sites above a lower limit stay; a shorter retention takes effect after the grace period.
         */
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
        /**
         * What retention did last, and what holds it back
         * @description Tells when retention ran last, what it deleted, what is overdue by its last count, and what holds it back until a person confirms.
         */
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
        /**
         * The list of accounts as a file
         * @description Streams all rows of the list of accounts with the same parameters, in its order, as a CSV file. Each file is recorded.
         */
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
        /**
         * List accounts
         * @description Returns a page of accounts, newest first or by what they use. `q` finds a part of the e-mail, or an id; `plan`, `is_reseller` and `over` filter.
         */
        get: operations["admin-accounts-list"];
        put?: never;
        /**
         * Create an account
         * @description Makes an account with an e-mail that no other account has. It has no keys and no members yet.
         */
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
        /**
         * Inspect an account
         * @description Returns the account with all its sites, newest first.
         */
        get: operations["admin-accounts-get"];
        put?: never;
        post?: never;
        /**
         * Delete an account with everything in it
         * @description Removes the account with its sites, groups, keys and events for every reader at once. It cannot be undone, so it asks for `confirm=true`. It ends no subscription at the payment provider.
         */
        delete: operations["admin-accounts-delete"];
        options?: never;
        head?: never;
        /**
         * Change the e-mail or the name of an account
         * @description Changes the e-mail or the name; a field that is left out stays.
         */
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
        /**
         * Turn the reseller flag on or off
         * @description Turns the flag on or off. It lifts the quota of sites, the caps of keys, the paid-plan gate, retention and the rate of account keys, and never changes the plan. Off, the limits of the plan hold at once.
         */
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
        /**
         * Change the plan
         * @description Changes the plan at once. A smaller plan pauses the newest active sites beyond its quota; the preview says which. Of a reseller it pauses none.
         */
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
        /**
         * Why does nothing arrive: last accepted and last refused, per site
         * @description Answers «why does nothing arrive» for each site: when it last sent an accepted event, and when and why it was last refused.
         */
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
        /**
         * Events a UTC day by severity
         * @description Counts accepted events for each UTC day and severity, from the day counters.
         */
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
        /**
         * The sites that send most
         * @description Lists the sites that sent most in the range, with their counts.
         */
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
        /**
         * The most frequent event codes of the newest 20,000 events
         * @description Counts the codes of the newest events, at most 20,000 of them. It shows codes and counts, never an event.
         */
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
        /**
         * Sites that used to send and have gone silent
         * @description Lists the sites that used to send regularly and have been quiet for longer than usual, with the length of their usual gaps.
         */
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
        /**
         * What a change of plan would do
         * @description Tells what a change to `plan` would do to this account now: limits, sites that would be paused, what retention would delete. It changes nothing.
         */
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
        /**
         * What the reseller flag would mean, in own numbers
         * @description Tells what turning the reseller flag on or off would mean for this account now, effect by effect. It changes nothing.
         */
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
        /**
         * Limits, usage, and what is kept
         * @description Tells the limits, the usage, how many events are kept and from which day, and the last downgrade of the account.
         */
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
        /**
         * The list of an account's sites as a file
         * @description Streams all sites of the account that match, newest first, as a CSV file. Each file is recorded.
         */
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
        /**
         * An account's sites with what arrives, newest first
         * @description Returns a page of sites with their state and what arrives, newest first. `q` finds a part of the domain.
         */
        get: operations["admin-accounts-sites-list"];
        put?: never;
        /**
         * Register a site for an account
         * @description Registers a site as the customer would, without the paid-plan gate, and shows its first key this once. The quota of the plan holds.
         */
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
        /**
         * Activate paused sites, as many as the plan has places for
         * @description Activates the named paused sites, or those that the last downgrade paused, newest first, as many as the plan has places for. `left` counts those that stay paused.
         */
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
        /**
         * An account's groups, newest first
         * @description Returns a page of groups with the number of their sites and active keys.
         */
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
        /**
         * List the keys of a group
         * @description Lists the keys of a group, active and revoked, newest first, without their secrets.
         */
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
        /**
         * Revoke a group key
         * @description Ends a group key for the customer, on every plan. The record names the operator.
         */
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
        /**
         * List account keys
         * @description Lists the account keys, active and revoked, newest first, without their secrets.
         */
        get: operations["admin-accounts-keys-list"];
        put?: never;
        /**
         * Mint an account key
         * @description Makes an account key and shows it this once. An account has at most ten active keys; a reseller any number.
         */
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
        /**
         * Revoke an account key
         * @description Ends an account key for good: within a second it is refused everywhere, and its exports are cut off.
         */
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
        /**
         * Invite somebody to an account that has no owner yet
         * @description Invites the first owner of an account. `link` is shown this once; where mail is set up, another link is mailed to the address.
         */
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
        /**
         * List members and open invitations
         * @description Lists the people of the account with their roles, and the open invitations.
         */
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
        /**
         * Remove a member
         * @description Takes a member out of the account. An account keeps one owner; what the member did stays recorded.
         */
        delete: operations["admin-accounts-members-remove"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/accounts/{id}/streams": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The streams of an account, newest first
         * @description Lists the streams of the account with their state: hosts alone, without paths of addresses, and no filters.
         */
        get: operations["admin-accounts-streams-list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/accounts/{id}/log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How the signed log of an account is
         * @description The name and size of the log of the account, and how far it is behind the events; nothing of what it says.
         */
        get: operations["admin-accounts-log"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/accounts/{id}/holds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The legal holds of an account, newest first
         * @description Lists the legal holds of the account with reasons and names, newest first: all that run, and the last thousand that ended.
         */
        get: operations["admin-accounts-holds-list"];
        put?: never;
        /**
         * Set a legal hold: nothing that it covers is deleted
         * @description Sets a legal hold on a site or on the whole account. The customer sees it as the hold of the provider, without the reason, and cannot end it.
         */
        post: operations["admin-accounts-holds-create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/accounts/{id}/holds/{hold_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End a legal hold
         * @description Ends a legal hold, whoever set it. Retention waits for its grace after that.
         */
        delete: operations["admin-accounts-holds-end"];
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
        /**
         * The list of sites of all accounts as a file
         * @description Streams all rows of the list of sites with the same parameters as a CSV file. Each file is recorded.
         */
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
        /**
         * Find sites of all accounts by domain, newest first
         * @description Returns a page of sites, whoever owns them, newest first. `q` finds a part of the domain, or an id.
         */
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
        /**
         * Inspect a site: why does nothing arrive?
         * @description Returns the site with its state, what is kept of it, when it last sent an accepted event, and when and why it was last refused.
         */
        get: operations["admin-sites-get"];
        put?: never;
        post?: never;
        /**
         * Delete a site, its keys and its events
         * @description Removes the site as the customer would: with its keys and events, for good, and only with `confirm=true`.
         */
        delete: operations["admin-sites-delete"];
        options?: never;
        head?: never;
        /**
         * Change the read rate of a site
         * @description Sets how many reads a second each key of the site may make, from 1 to 1,000.
         */
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
        /**
         * Events a UTC day by severity
         * @description Counts accepted events of the site for each UTC day and severity.
         */
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
        /**
         * List a site's keys
         * @description Lists the keys of the site, active and revoked, newest first, without their secrets.
         */
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
        /**
         * Revoke a site key
         * @description Ends a key of the site for the customer, on every plan. The record names the operator.
         */
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
        /**
         * Take a site out of use
         * @description Takes the site out of use: its keys are refused with `site revoked`. Only an operator can restore it. Revoking a revoked site changes nothing.
         */
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
        /**
         * Give a revoked site back, paused
         * @description Gives a revoked site back as a paused one; its customer or an operator activates it.
         */
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
        /**
         * Activate a paused site, within the quota of its account
         * @description Makes a paused site active where the plan of its account has a free place.
         */
        post: operations["admin-sites-activate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/streams/{id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause a stream until an operator resumes it
         * @description Pauses a stream until an operator resumes it; its customer cannot.
         */
        post: operations["admin-streams-pause"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/streams/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume a stream
         * @description Resumes a stream from where it stood, whoever paused it.
         */
        post: operations["admin-streams-resume"];
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
        /**
         * What the prefix of a key belongs to: at most one of each kind
         * @description Finds what a key of this prefix belongs to, whatever its kind. It takes the prefix alone, never the key.
         */
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
        /**
         * The record of actions as a file
         * @description Streams all actions that match, newest first, as a CSV file. Each file is recorded itself.
         */
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
        /**
         * Who did what, newest first
         * @description Returns a page of recorded acts of operators, customers, the payment provider and the command line, newest first. They outlive the accounts and sites that they are about.
         */
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
        /**
         * List admin tokens, newest first
         * @description Returns a page of admin tokens, active and revoked, without their secrets. They are made with `goal admin-token` on the server alone.
         */
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
        /**
         * Revoke an admin token; not the one that asks
         * @description Ends the token of another operator. A token cannot end itself, so that nobody locks themselves out.
         */
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
        /**
         * End all sessions and ways in of a person, and make a new way in
         * @description Ends all sessions, passwords, passkeys and second factors of a person, and makes a link by which they set a new way in.
         */
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
            /**
             * Format: date-time
             * @description When its text and its user were removed; absent where they were not
             * @example 2026-01-31T12:00:00.000Z
             */
            redacted_at?: string;
        };
        AccountTail: {
            /** @description In the order in which they became visible */
            events: components["schemas"]["AccountReceivedEvent"][];
            /** @description Give it back as `after`; it is never empty */
            next_after: string;
            /** @description True: `after` lies before what the tail still reaches, or the database was restored since; the answer goes on with the oldest kept, and events in between are only in the lists and the export. Drop what you have already by its id */
            expired: boolean;
        };
        Export: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            format: "ndjson" | "csv";
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            started_at: string;
            /**
             * Format: date-time
             * @description null while it runs, and for good where the process that sent it died
             * @example 2026-01-31T12:00:00.000Z
             */
            ended_at: string | null;
            /** @description Whether all of it was handed over */
            complete: boolean;
            /**
             * Format: int64
             * @description Events in it, counted at its end
             */
            events: number;
            /**
             * Format: int64
             * @description Bytes of it before any coding, counted at its end
             */
            bytes: number;
            /** @description Of these bytes; null unless it is complete */
            sha256: string | null;
        };
        Stream: {
            /** Format: uuid */
            id: string;
            name: string;
            /** @enum {string} */
            status: "active" | "failing" | "paused" | "disabled";
            /** @description Null unless `status` is `paused`. What an operator paused, only an operator resumes */
            paused_by: ("customer" | "operator" | "restore" | "failover") | null;
            /** @description As it was given, with null in the place of secrets */
            sink: {
                [key: string]: unknown;
            };
            filters: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            created_at: string;
            /**
             * Format: int64
             * @description Age of the oldest event that waits; 0: none
             */
            behind_seconds: number;
            /** Format: int64 */
            delivered: number;
            /**
             * Format: int64
             * @description Events that the sink refused one by one
             */
            set_aside: number;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            last_delivery_at: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            failing_since: string | null;
            last_error: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            next_attempt_at: string | null;
            /** @description Between these times commits were forgotten for their age */
            gap: {
                /**
                 * Format: date-time
                 * @example 2026-01-31T12:00:00.000Z
                 */
                from: string;
                /**
                 * Format: date-time
                 * @example 2026-01-31T12:00:00.000Z
                 */
                to: string;
            } | null;
        };
        CreatedStream: {
            /** Format: uuid */
            id: string;
            name: string;
            /** @description Signs webhooks; shown this once. Null for other sinks */
            secret: string | null;
        };
        StreamTest: {
            ok: boolean;
            /** Format: int64 */
            status: number | null;
            error: string | null;
            /** Format: int64 */
            took_ms: number;
        };
        RotatedStreamSecret: {
            secret: string;
            /**
             * Format: date-time
             * @description Until then the former secret signs as well
             * @example 2026-01-31T12:00:00.000Z
             */
            former_until: string;
        };
        StreamDelivery: {
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            at: string;
            /** @enum {string} */
            outcome: "delivered" | "refused" | "failed" | "set_aside";
            /** Format: int64 */
            events: number;
            /** Format: int64 */
            first_id: number | null;
            /** Format: int64 */
            last_id: number | null;
            /** Format: int64 */
            attempt: number;
            /** Format: int64 */
            status: number | null;
            error: string | null;
            /** Format: int64 */
            took_ms: number;
            /** Format: int64 */
            bytes: number;
        };
        SetAsideEvent: {
            /** Format: int64 */
            id: number;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            at: string;
            /** Format: int64 */
            status: number | null;
            error: string | null;
        };
        LegalHold: {
            /** Format: uuid */
            id: string;
            /**
             * Format: uuid
             * @description Null: the whole account
             */
            site_id: string | null;
            /** @description Null for customers, where an operator set the hold */
            reason: string | null;
            /** @description Who set it: a member, the prefix of a key, or `the provider` */
            by: string;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Null while it runs
             * @example 2026-01-31T12:00:00.000Z
             */
            ended_at: string | null;
        };
        Redaction: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            status: "running" | "done";
            /**
             * Format: int64
             * @description Events found so far: `redacted` and `held` together
             */
            matched: number;
            /** Format: int64 */
            redacted: number;
            /**
             * Format: int64
             * @description Events on legal hold, which were left as they are
             */
            held: number;
            /**
             * Format: int64
             * @description Salts of other events of the same days that the signed log had to keep one by one beforehand
             */
            salts_kept: number;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            done_at: string | null;
            /** @description Streams that may have sent some of these events, or keep the name; known when it is done */
            streams: {
                /**
                 * Format: uuid
                 * @description Null where the record of a deletion has the name alone
                 */
                id: string | null;
                /** @description Its name now, or when it was deleted */
                name: string;
                /**
                 * Format: date-time
                 * @description Only of one that was deleted since
                 * @example 2026-01-31T12:00:00.000Z
                 */
                deleted_at?: string;
                /**
                 * @description Only where its filter or its name held the name when the redaction ended
                 * @constant
                 */
                filter?: true;
                /**
                 * @description Only where it had sent nothing, and is listed for its filter alone
                 * @constant
                 */
                sent?: false;
            }[];
            /** @description Exports, and bundles of the signed log, that may hold some of these events, the last 100; known when it is done */
            exports: {
                /**
                 * Format: date-time
                 * @example 2026-01-31T12:00:00.000Z
                 */
                at: string;
                by: string;
                /**
                 * Format: int64
                 * @description Of a bundle its leaves
                 */
                events: number;
                /**
                 * @description Only of a bundle of the signed log
                 * @constant
                 */
                bundle?: true;
            }[];
            /** @description Saved views that keep the name, of those that you may see; known when it is done */
            views: {
                /** Format: uuid */
                id: string;
                name: string;
            }[];
            /**
             * Format: int64
             * @description How many views of members alone keep the name and are not in `views`
             */
            private_views: number;
        };
        Log: {
            /** @description The name of the log, under which it signs */
            origin: string;
            /**
             * Format: int64
             * @description How many leaves it has: notes and events
             */
            size: number;
            /** @description Hash of the tree, in base64 */
            root: string;
            /** @description The signed note of this size (c2sp.org/tlog-checkpoint) */
            checkpoint: string;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            sealed_at: string;
            /**
             * Format: int64
             * @description For how many seconds the oldest stored event waits to be sealed; 0: none waits
             */
            behind_seconds: number;
            vkeys: {
                vkey: string;
                /**
                 * Format: int64
                 * @description The first size that it signed
                 */
                from_size: number;
                /**
                 * Format: date-time
                 * @description It signs beside its successor until then; null: it has none
                 * @example 2026-01-31T12:00:00.000Z
                 */
                until: string | null;
            }[];
            /**
             * @description Where the service keeps the key that signs
             * @enum {string}
             */
            key_kept: "environment" | "database";
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            began_at: string;
            /**
             * Format: int64
             * @description Events that were stored before the log began, and are not in it
             */
            earlier_events: number;
            /** @description Where the log before it ended, as after a restore */
            previous: {
                origin: string;
                /** Format: int64 */
                size: number;
                root: string;
            } | null;
            /** @description Names of the witnesses that cosigned the newest entry about this log in the log of logs */
            witnesses: string[];
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
            /**
             * Format: date-time
             * @description When its text and its user were removed; absent where they were not
             * @example 2026-01-31T12:00:00.000Z
             */
            redacted_at?: string;
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
            /**
             * Format: date-time
             * @description When its text and its user were removed; absent where they were not
             * @example 2026-01-31T12:00:00.000Z
             */
            redacted_at?: string;
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
            /** @description The machines over which events are distributed; null: one PostgreSQL holds everything */
            citus: {
                /**
                 * Format: int64
                 * @description Parts into which the events are distributed, by account
                 */
                shards: number;
                /**
                 * @description Bytes of the largest worker divided by the mean of all that answer; null: no worker answers
                 * @example 1.08
                 */
                imbalance: number | null;
                workers: {
                    /**
                     * @description Host and port
                     * @example worker-1.internal:5432
                     */
                    name: string;
                    /** Format: int64 */
                    shards: number;
                    /**
                     * Format: int64
                     * @description Bytes of its database; null while it is away
                     */
                    bytes: number | null;
                    /** @description Whether the coordinator cannot reach it within 1.5 s */
                    away: boolean;
                    /** @description Settings that the role of the service lacks there */
                    lacks: string[];
                }[];
            } | null;
            time_zones: {
                /**
                 * @description Release of the rules of time zones
                 * @example 2026f
                 */
                release: string;
                /**
                 * @description Whose rules these are, the newest: ours, those of Node, or those of `TZ_FILE`
                 * @enum {string}
                 */
                source: "shipped" | "runtime" | "TZ_FILE";
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
            /** @description What the service sends out by itself, of all accounts */
            streams: {
                /** Format: int64 */
                active: number;
                /** Format: int64 */
                failing: number;
                /**
                 * Format: date-time
                 * @example 2026-01-31T12:00:00.000Z
                 */
                failing_since: string | null;
                /** Format: int64 */
                paused: number;
                /**
                 * Format: int64
                 * @description Paused since the database was restored or failed over
                 */
                resting: number;
                /** Format: int64 */
                disabled: number;
                /**
                 * Format: int64
                 * @description Events that a sink refused alone and that wait for a retry
                 */
                set_aside: number;
                /**
                 * Format: int64
                 * @description How long the oldest event waits for a stream that neither fails nor rests; 0 where not all workers of Citus answered
                 */
                waiting_seconds: number;
                /** @description Where the key is that seals secrets of streams; null without streams */
                key_kept: ("environment" | "database") | null;
            };
            /** @description Legal holds, and the accounts that have one; absent without one */
            legal_holds?: {
                /** Format: int64 */
                running: number;
                /** Format: int64 */
                accounts: number;
            };
            /** @description The signed logs of all accounts; null: not all workers of Citus answered */
            signed_logs: {
                /** Format: int64 */
                logs: number;
                /**
                 * Format: int64
                 * @description For how long the oldest event waits to be sealed
                 */
                behind_seconds: number;
                /**
                 * Format: int64
                 * @description Leaves that no longer match what is stored
                 */
                mismatches: number;
                key_kept: ("environment" | "database") | null;
                /** @description The log that witnesses cosign; absent without LOG_WITNESSES */
                log_of_logs?: {
                    /** @description The newest log of logs, with the keys that sign it; null: it is yet to begin */
                    log: {
                        /** @description The name of the log, under which it signs */
                        origin: string;
                        /**
                         * Format: int64
                         * @description How many leaves it has: notes and events
                         */
                        size: number;
                        vkeys: string[];
                    } | null;
                    witnesses: {
                        name: string;
                        /**
                         * Format: int64
                         * @description How many entries it cosigned
                         */
                        size: number;
                        /**
                         * Format: date-time
                         * @example 2026-01-31T12:00:00.000Z
                         */
                        cosigned_at: string | null;
                        /**
                         * Format: date-time
                         * @description Since when it has not answered as it must
                         * @example 2026-01-31T12:00:00.000Z
                         */
                        failing_since: string | null;
                        /**
                         * Format: int64
                         * @description The seconds since then; 0: it answers
                         */
                        behind_seconds: number;
                        failure: string | null;
                    }[];
                };
            } | null;
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
            /** @description Legal holds that run; absent without one */
            holds?: components["schemas"]["LegalHold"][];
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
            /** @description Ids of the subscriptions at the payment provider that are paid; absent where none is */
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
                /** @description Whether their second factor is on, or they have a passkey or have signed in by the single sign-on that is set up */
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
        OperatorStream: {
            /** Format: uuid */
            id: string;
            name: string;
            /** @enum {string} */
            sink_type: "webhook" | "splunk" | "otlp" | "s3" | "syslog" | "mail";
            host: string | null;
            /** @enum {string} */
            status: "active" | "failing" | "paused" | "disabled";
            /** @description Null unless `status` is `paused`. What an operator paused, only an operator resumes */
            paused_by: ("customer" | "operator" | "restore" | "failover") | null;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            created_at: string;
            /**
             * Format: int64
             * @description Age of the oldest event that waits; 0: none
             */
            behind_seconds: number;
            /** Format: int64 */
            delivered: number;
            /**
             * Format: int64
             * @description Events that the sink refused one by one
             */
            set_aside: number;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            last_delivery_at: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            failing_since: string | null;
            last_error: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            next_attempt_at: string | null;
            /** @description Between these times commits were forgotten for their age */
            gap: {
                /**
                 * Format: date-time
                 * @example 2026-01-31T12:00:00.000Z
                 */
                from: string;
                /**
                 * Format: date-time
                 * @example 2026-01-31T12:00:00.000Z
                 */
                to: string;
            } | null;
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
            actor_kind: "operator" | "account_key" | "group_key" | "site_key" | "stripe" | "cli" | "member" | "worker";
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
             */
            severity: ("info" | "low" | "medium" | "high" | "critical") | (200 | 250 | 300 | 400 | 500);
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
                    /**
                     * @example {
                     *       "account_id": "7d1f0c52-3b8e-4f6a-9c21-5e4d8a7b6c30",
                     *       "email": "owner@example.com",
                     *       "plan": "starter",
                     *       "is_reseller": false,
                     *       "limits": {
                     *         "sites": 5,
                     *         "retention_days": 30,
                     *         "keys_per_site": 2
                     *       },
                     *       "usage": {
                     *         "sites_active": 3,
                     *         "sites_paused": 3,
                     *         "groups": 3
                     *       },
                     *       "key": {
                     *         "prefix": "k3v9x2ab",
                     *         "created_at": "2026-01-31T12:00:00.000Z"
                     *       }
                     *     }
                     */
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
                    /**
                     * @example {
                     *       "sites": [
                     *         {
                     *           "id": "2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34",
                     *           "domain": "shop.example.com",
                     *           "site_url": "https://shop.example.com/",
                     *           "name": "Shop",
                     *           "status": "active",
                     *           "retention_days": 30,
                     *           "created_at": "2026-01-31T12:00:00.000Z",
                     *           "active_token_count": 3,
                     *           "group_id": "c4a91e37-6d25-4b80-8e1f-0a9b3c7d5e62",
                     *           "group_name": "Shops in Berlin"
                     *         }
                     *       ]
                     *     }
                     */
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
                /**
                 * @example {
                 *       "domain": "shop.example.com",
                 *       "site_url": "https://shop.example.com/",
                 *       "name": "Shop",
                 *       "group_id": "c4a91e37-6d25-4b80-8e1f-0a9b3c7d5e62"
                 *     }
                 */
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
                    /**
                     * @example {
                     *       "site_id": "2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34",
                     *       "domain": "shop.example.com",
                     *       "token": "goal_live_k3v9x2ab_…",
                     *       "prefix": "k3v9x2ab"
                     *     }
                     */
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
                /**
                 * @description Id of the site
                 * @example 2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34
                 */
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
                /**
                 * @description Id of the site
                 * @example 2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Shop",
                 *       "group_id": "c4a91e37-6d25-4b80-8e1f-0a9b3c7d5e62"
                 *     }
                 */
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
                /**
                 * @description Id of the site
                 * @example 2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34
                 */
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
                /**
                 * @description Id of the site
                 * @example 2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34
                 */
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
                    /**
                     * @example {
                     *       "tokens": [
                     *         {
                     *           "prefix": "k3v9x2ab",
                     *           "created_at": "2026-01-31T12:00:00.000Z",
                     *           "last_used_at": "2026-01-31T12:00:00.000Z",
                     *           "revoked_at": null
                     *         }
                     *       ]
                     *     }
                     */
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
                /**
                 * @description Id of the site
                 * @example 2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34
                 */
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
                    /**
                     * @example {
                     *       "token": "goal_live_k3v9x2ab_…",
                     *       "prefix": "k3v9x2ab"
                     *     }
                     */
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
                /**
                 * @description Id of the site
                 * @example 2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34
                 */
                id: string;
                /**
                 * @description The prefix of the key, as lists show it
                 * @example k3v9x2ab
                 */
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
                    /**
                     * @example {
                     *       "groups": [
                     *         {
                     *           "id": "c4a91e37-6d25-4b80-8e1f-0a9b3c7d5e62",
                     *           "name": "Shops in Berlin",
                     *           "external_ref": "crm-4711",
                     *           "site_count": 3,
                     *           "created_at": "2026-01-31T12:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
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
                /**
                 * @example {
                 *       "name": "Shop",
                 *       "external_ref": "crm-4711"
                 *     }
                 */
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
                    /**
                     * @example {
                     *       "id": "c4a91e37-6d25-4b80-8e1f-0a9b3c7d5e62",
                     *       "name": "Shops in Berlin",
                     *       "external_ref": "crm-4711"
                     *     }
                     */
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
                /**
                 * @description Id of the group
                 * @example 2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34
                 */
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
                /**
                 * @description Id of the group
                 * @example 2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Shop",
                 *       "external_ref": "crm-4711"
                 *     }
                 */
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
                /**
                 * @description Id of the group
                 * @example 2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34
                 */
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
                    /**
                     * @example {
                     *       "keys": [
                     *         {
                     *           "prefix": "k3v9x2ab",
                     *           "name": "group key",
                     *           "created_at": "2026-01-31T12:00:00.000Z",
                     *           "last_used_at": "2026-01-31T12:00:00.000Z",
                     *           "revoked_at": null,
                     *           "last_refused_at": "2026-01-31T12:00:00.000Z",
                     *           "last_refusal": "rate limited"
                     *         }
                     *       ]
                     *     }
                     */
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
                /**
                 * @description Id of the group
                 * @example 2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "name": "Shop"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description What the key is for
                     * @example reporting
                     */
                    name?: string | null;
                    /** @description `full` when omitted. A `read` key changes nothing; a key keeps its access */
                    access?: ("full" | "read") | null;
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
                    /**
                     * @example {
                     *       "key": "goal_grp_k3v9x2ab_…",
                     *       "prefix": "k3v9x2ab",
                     *       "name": "group key"
                     *     }
                     */
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
                /**
                 * @description Id of the group
                 * @example 2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34
                 */
                id: string;
                /**
                 * @description The prefix of the key, as lists show it
                 * @example k3v9x2ab
                 */
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
                /** @description Leaves out events with these codes: repeat the parameter or separate by commas */
                not_code?: number[];
                /** @description Id of the CMS user */
                user_id?: number;
                /** @description Name of the CMS user, exactly; empty: any */
                username?: string;
                /** @description Leaves out events of users with these names: repeat the parameter or separate by commas */
                not_username?: string[];
                /** @description Address from which the user came, or a network such as 203.0.113.0/24 (at least /8, IPv6 /16) */
                ip?: string;
                /** @description Object type touched, exactly; empty: any */
                object?: string;
                /** @description Leaves out events about these object types: repeat the parameter or separate by commas */
                not_object?: string[];
                /** @description Event type, exactly; empty: any */
                event_type?: string;
                /** @description Leaves out events of these types: repeat the parameter or separate by commas */
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
                    /**
                     * @example {
                     *       "events": [
                     *         {
                     *           "id": 2049,
                     *           "occurred_at": "2026-01-31T12:00:00.000Z",
                     *           "code": 4007,
                     *           "severity": "info",
                     *           "object": "user",
                     *           "event_type": "deleted",
                     *           "user_id": 7,
                     *           "username": "editor",
                     *           "message": "Deleted the user jo",
                     *           "site_id": "2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34",
                     *           "domain": "shop.example.com",
                     *           "site_name": "Shop"
                     *         }
                     *       ],
                     *       "next_cursor": ""
                     *     }
                     */
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
                /** @description Leaves out events with these codes: repeat the parameter or separate by commas */
                not_code?: number[];
                /** @description Id of the CMS user */
                user_id?: number;
                /** @description Name of the CMS user, exactly; empty: any */
                username?: string;
                /** @description Leaves out events of users with these names: repeat the parameter or separate by commas */
                not_username?: string[];
                /** @description Address from which the user came, or a network such as 203.0.113.0/24 (at least /8, IPv6 /16) */
                ip?: string;
                /** @description Object type touched, exactly; empty: any */
                object?: string;
                /** @description Leaves out events about these object types: repeat the parameter or separate by commas */
                not_object?: string[];
                /** @description Event type, exactly; empty: any */
                event_type?: string;
                /** @description Leaves out events of these types: repeat the parameter or separate by commas */
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
                    /**
                     * @example {
                     *       "counts": [
                     *         {
                     *           "severity": "high",
                     *           "events": 96
                     *         },
                     *         {
                     *           "severity": "critical",
                     *           "events": 32
                     *         }
                     *       ],
                     *       "other": 0,
                     *       "matched": 128,
                     *       "looked_at": 1280,
                     *       "complete": true,
                     *       "counted_back_to": null,
                     *       "source": "events",
                     *       "next_cursor": ""
                     *     }
                     */
                    "application/json": components["schemas"]["Summary"];
                };
            };
        };
    };
    "account-events-redact": {
        parameters: {
            query: {
                /** @description Must be `true`: the deletion cannot be undone */
                confirm: true;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the event
                 * @example 2049
                 */
                id: number;
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
                /** @description Leaves out events with these codes: repeat the parameter or separate by commas */
                not_code?: number[];
                /** @description Id of the CMS user */
                user_id?: number;
                /** @description Name of the CMS user, exactly; empty: any */
                username?: string;
                /** @description Leaves out events of users with these names: repeat the parameter or separate by commas */
                not_username?: string[];
                /** @description Address from which the user came, or a network such as 203.0.113.0/24 (at least /8, IPv6 /16) */
                ip?: string;
                /** @description Object type touched, exactly; empty: any */
                object?: string;
                /** @description Leaves out events about these object types: repeat the parameter or separate by commas */
                not_object?: string[];
                /** @description Event type, exactly; empty: any */
                event_type?: string;
                /** @description Leaves out events of these types: repeat the parameter or separate by commas */
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
                    /**
                     * @example {
                     *       "events": [
                     *         {
                     *           "id": 2049,
                     *           "occurred_at": "2026-01-31T12:00:00.000Z",
                     *           "code": 4007,
                     *           "severity": "info",
                     *           "object": "user",
                     *           "event_type": "deleted",
                     *           "user_id": 7,
                     *           "username": "editor",
                     *           "message": "Deleted the user jo",
                     *           "site_id": "2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34",
                     *           "domain": "shop.example.com",
                     *           "site_name": "Shop",
                     *           "received_at": "2026-01-31T12:00:00.000Z",
                     *           "ip": "203.0.113.7",
                     *           "redacted_at": "2026-01-31T12:00:00.000Z"
                     *         }
                     *       ],
                     *       "next_after": "Zm9sbG93IGZyb20gaGVyZQ",
                     *       "expired": false
                     *     }
                     */
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
                /** @description Leaves out events with these codes: repeat the parameter or separate by commas */
                not_code?: number[];
                /** @description Id of the CMS user */
                user_id?: number;
                /** @description Name of the CMS user, exactly; empty: any */
                username?: string;
                /** @description Leaves out events of users with these names: repeat the parameter or separate by commas */
                not_username?: string[];
                /** @description Address from which the user came, or a network such as 203.0.113.0/24 (at least /8, IPv6 /16) */
                ip?: string;
                /** @description Object type touched, exactly; empty: any */
                object?: string;
                /** @description Leaves out events about these object types: repeat the parameter or separate by commas */
                not_object?: string[];
                /** @description Event type, exactly; empty: any */
                event_type?: string;
                /** @description Leaves out events of these types: repeat the parameter or separate by commas */
                not_event_type?: string[];
                /** @description Severities: repeat the parameter or separate by commas */
                severity?: ("info" | "low" | "medium" | "high" | "critical")[];
                /** @description Words that the message holds, in any case; at most 500 characters and 16 words */
                q?: string;
                /** @description Position taken from a previous `next_cursor`; empty or omitted: the first page */
                cursor?: string;
                /** @description `ndjson`: a line that names the export, lines of events (those that have an `id`), a line with a `cursor` to go on from after a cut every 10,000 events, and a last line with `complete`, how many events there were and the SHA-256 of all bytes before it; a file without it was cut off. `csv`: RFC 4180 with a header row; a text that begins like a formula, with = + - @ or a full-width form of these, also behind apostrophes, white space and invisible characters, has one apostrophe put before it, so that no spreadsheet runs it */
                format?: "ndjson" | "csv";
                /** @description `1`: a CSV file ends with the line `"# end",<rows>,<SHA-256 of all bytes before it>`; one without it was cut off */
                end?: "1";
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
                    /**
                     * @example id,occurred_at,received_at,code,severity,…
                     *     2049,2026-01-30T08:15:00.000Z,2026-01-30T08:15:01.402Z,4007,high,…
                     */
                    "text/csv": string;
                };
            };
        };
    };
    "account-exports-get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description `X-Export-Id` of the export
                 * @example 2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34
                 */
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
                    /**
                     * @example {
                     *       "id": "5f0d2c8a-71b4-4e3f-9a60-2d8c1e7b4f95",
                     *       "format": "ndjson",
                     *       "started_at": "2026-01-31T12:00:00.000Z",
                     *       "ended_at": "2026-01-31T12:00:02.000Z",
                     *       "complete": true,
                     *       "events": 128,
                     *       "bytes": 3,
                     *       "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
                     *     }
                     */
                    "application/json": components["schemas"]["Export"];
                };
            };
        };
    };
    "account-streams-list": {
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
                    /**
                     * @example {
                     *       "streams": [
                     *         {
                     *           "id": "5f0d2c8a-71b4-4e3f-9a60-2d8c1e7b4f95",
                     *           "name": "Our SIEM",
                     *           "status": "active",
                     *           "paused_by": null,
                     *           "sink": {
                     *             "type": "webhook",
                     *             "url": "https://hooks.example.com/goal",
                     *             "batch": 100,
                     *             "body": "standard",
                     *             "headers": null
                     *           },
                     *           "filters": {
                     *             "severity": [
                     *               "high",
                     *               "critical"
                     *             ]
                     *           },
                     *           "created_at": "2026-01-31T12:00:00.000Z",
                     *           "behind_seconds": 0,
                     *           "delivered": 128,
                     *           "set_aside": 0,
                     *           "last_delivery_at": "2026-01-31T12:00:00.000Z",
                     *           "failing_since": null,
                     *           "last_error": null,
                     *           "next_attempt_at": null,
                     *           "gap": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        streams: components["schemas"]["Stream"][];
                    };
                };
            };
        };
    };
    "account-streams-create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Shop",
                 *       "sink": {
                 *         "type": "webhook",
                 *         "url": "https://hooks.example.com/goal"
                 *       },
                 *       "filters": {
                 *         "severity": [
                 *           "high",
                 *           "critical"
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Unique in the account
                     * @example Our SIEM
                     */
                    name: string;
                    /**
                     * @description Where the stream sends to
                     * @example {
                     *       "type": "webhook",
                     *       "url": "https://hooks.example.com/goal"
                     *     }
                     */
                    sink: {
                        /** @enum {string} */
                        type: "webhook" | "splunk" | "otlp" | "s3" | "syslog" | "mail";
                        /**
                         * Format: uri
                         * @description webhook, splunk, otlp: https, without credentials
                         */
                        url?: string;
                        /** @description webhook: events of a delivery at most; 100 when omitted */
                        batch?: number;
                        /**
                         * @description webhook, syslog: form of what is sent
                         * @enum {string}
                         */
                        body?: "standard" | "slack" | "rfc5424" | "cef";
                        /** @description webhook, otlp: at most 10 of your own; null when shown */
                        headers?: {
                            [key: string]: string;
                        } | null;
                        /** @description splunk: of the HTTP event collector; null when shown */
                        token?: string | null;
                        /** @description splunk: where Splunk keeps the events */
                        index?: string | null;
                        /** @description splunk: `goal:event` when omitted */
                        sourcetype?: string;
                        /**
                         * @description otlp: `protobuf` when omitted
                         * @enum {string}
                         */
                        encoding?: "protobuf" | "json";
                        /**
                         * Format: uri
                         * @description s3: null: AWS
                         */
                        endpoint?: string | null;
                        /** @description s3: `us-east-1` when omitted */
                        region?: string;
                        /** @description s3: its name */
                        bucket?: string;
                        /** @description s3: what the names of all objects begin with */
                        prefix?: string;
                        /** @description s3: of a user who may put objects */
                        access_key_id?: string;
                        /** @description s3: null when shown */
                        secret_access_key?: string | null;
                        /** @description s3: the bucket stands in the path and not in the host; true with an own endpoint */
                        path_style?: boolean;
                        /** @description s3: between two files; 5 when omitted */
                        minutes?: number;
                        /** @description syslog: name or address of the receiver */
                        host?: string;
                        /** @description syslog: 6514 when omitted */
                        port?: number;
                        /** @description syslog: bytes of a message at most: longer texts are cut and end in `…`; null: none is cut */
                        max_bytes?: number | null;
                        /** @description splunk, otlp, syslog: PEM of the authority that signs the certificate of the receiver */
                        ca?: string | null;
                        /** @description syslog: PEM of our certificate */
                        client_cert?: string | null;
                        /** @description syslog: PEM of its key; null when shown */
                        client_key?: string | null;
                        /** @description mail: ids of members; null: the address of the account */
                        to?: string[] | null;
                    };
                    /**
                     * @description The conditions of GET /account/events; lists are arrays
                     * @example {
                     *       "severity": [
                     *         "high",
                     *         "critical"
                     *       ]
                     *     }
                     */
                    filters?: {
                        site_id?: unknown;
                        group_id?: unknown;
                        code?: unknown;
                        not_code?: unknown;
                        user_id?: unknown;
                        username?: unknown;
                        not_username?: unknown;
                        ip?: unknown;
                        object?: unknown;
                        not_object?: unknown;
                        event_type?: unknown;
                        not_event_type?: unknown;
                        severity?: unknown;
                        q?: unknown;
                    } | null;
                    /**
                     * @description `oldest`: from the oldest event that the tail reaches
                     * @enum {string}
                     */
                    start?: "now" | "oldest";
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
                    /**
                     * @example {
                     *       "id": "5f0d2c8a-71b4-4e3f-9a60-2d8c1e7b4f95",
                     *       "name": "Our SIEM",
                     *       "secret": "whsec_…"
                     *     }
                     */
                    "application/json": components["schemas"]["CreatedStream"];
                };
            };
        };
    };
    "account-streams-get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the stream
                 * @example 2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34
                 */
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
                    /**
                     * @example {
                     *       "id": "5f0d2c8a-71b4-4e3f-9a60-2d8c1e7b4f95",
                     *       "name": "Our SIEM",
                     *       "status": "active",
                     *       "paused_by": null,
                     *       "sink": {
                     *         "type": "webhook",
                     *         "url": "https://hooks.example.com/goal",
                     *         "batch": 100,
                     *         "body": "standard",
                     *         "headers": null
                     *       },
                     *       "filters": {
                     *         "severity": [
                     *           "high",
                     *           "critical"
                     *         ]
                     *       },
                     *       "created_at": "2026-01-31T12:00:00.000Z",
                     *       "behind_seconds": 0,
                     *       "delivered": 128,
                     *       "set_aside": 0,
                     *       "last_delivery_at": "2026-01-31T12:00:00.000Z",
                     *       "failing_since": null,
                     *       "last_error": null,
                     *       "next_attempt_at": null,
                     *       "gap": null
                     *     }
                     */
                    "application/json": components["schemas"]["Stream"];
                };
            };
        };
    };
    "account-streams-delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the stream
                 * @example 2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34
                 */
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
    "account-streams-update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the stream
                 * @example 2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Shop",
                 *       "sink": {
                 *         "type": "webhook",
                 *         "url": "https://hooks.example.com/goal"
                 *       },
                 *       "filters": {
                 *         "severity": [
                 *           "high",
                 *           "critical"
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": {
                    name?: string;
                    /**
                     * @description Where the stream sends to
                     * @example {
                     *       "type": "webhook",
                     *       "url": "https://hooks.example.com/goal"
                     *     }
                     */
                    sink?: {
                        /** @enum {string} */
                        type: "webhook" | "splunk" | "otlp" | "s3" | "syslog" | "mail";
                        /**
                         * Format: uri
                         * @description webhook, splunk, otlp: https, without credentials
                         */
                        url?: string;
                        /** @description webhook: events of a delivery at most; 100 when omitted */
                        batch?: number;
                        /**
                         * @description webhook, syslog: form of what is sent
                         * @enum {string}
                         */
                        body?: "standard" | "slack" | "rfc5424" | "cef";
                        /** @description webhook, otlp: at most 10 of your own; null when shown */
                        headers?: {
                            [key: string]: string;
                        } | null;
                        /** @description splunk: of the HTTP event collector; null when shown */
                        token?: string | null;
                        /** @description splunk: where Splunk keeps the events */
                        index?: string | null;
                        /** @description splunk: `goal:event` when omitted */
                        sourcetype?: string;
                        /**
                         * @description otlp: `protobuf` when omitted
                         * @enum {string}
                         */
                        encoding?: "protobuf" | "json";
                        /**
                         * Format: uri
                         * @description s3: null: AWS
                         */
                        endpoint?: string | null;
                        /** @description s3: `us-east-1` when omitted */
                        region?: string;
                        /** @description s3: its name */
                        bucket?: string;
                        /** @description s3: what the names of all objects begin with */
                        prefix?: string;
                        /** @description s3: of a user who may put objects */
                        access_key_id?: string;
                        /** @description s3: null when shown */
                        secret_access_key?: string | null;
                        /** @description s3: the bucket stands in the path and not in the host; true with an own endpoint */
                        path_style?: boolean;
                        /** @description s3: between two files; 5 when omitted */
                        minutes?: number;
                        /** @description syslog: name or address of the receiver */
                        host?: string;
                        /** @description syslog: 6514 when omitted */
                        port?: number;
                        /** @description syslog: bytes of a message at most: longer texts are cut and end in `…`; null: none is cut */
                        max_bytes?: number | null;
                        /** @description splunk, otlp, syslog: PEM of the authority that signs the certificate of the receiver */
                        ca?: string | null;
                        /** @description syslog: PEM of our certificate */
                        client_cert?: string | null;
                        /** @description syslog: PEM of its key; null when shown */
                        client_key?: string | null;
                        /** @description mail: ids of members; null: the address of the account */
                        to?: string[] | null;
                    };
                    /**
                     * @description The conditions of GET /account/events; lists are arrays
                     * @example {
                     *       "severity": [
                     *         "high",
                     *         "critical"
                     *       ]
                     *     }
                     */
                    filters?: {
                        site_id?: unknown;
                        group_id?: unknown;
                        code?: unknown;
                        not_code?: unknown;
                        user_id?: unknown;
                        username?: unknown;
                        not_username?: unknown;
                        ip?: unknown;
                        object?: unknown;
                        not_object?: unknown;
                        event_type?: unknown;
                        not_event_type?: unknown;
                        severity?: unknown;
                        q?: unknown;
                    } | null;
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
    "account-streams-pause": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the stream
                 * @example 2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34
                 */
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
    "account-streams-resume": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the stream
                 * @example 2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34
                 */
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
    "account-streams-test": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the stream
                 * @example 2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34
                 */
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
                    /**
                     * @example {
                     *       "ok": true,
                     *       "status": 204,
                     *       "error": null,
                     *       "took_ms": 87
                     *     }
                     */
                    "application/json": components["schemas"]["StreamTest"];
                };
            };
        };
    };
    "account-streams-replay": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the stream
                 * @example 2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "from": "2026-01-31T12:00:00Z"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description When the first event arrived, or `oldest`
                     * @example 2026-01-31T12:00:00Z
                     * @example oldest
                     */
                    from: string;
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
                    /**
                     * @example {
                     *       "events": 128
                     *     }
                     */
                    "application/json": {
                        /** Format: int64 */
                        events: number;
                    };
                };
            };
        };
    };
    "account-streams-rotateSecret": {
        parameters: {
            query?: {
                /** @description Ends a former secret that still signs; without it that is 409 */
                end_former?: boolean;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the stream
                 * @example 2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34
                 */
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
                    /**
                     * @example {
                     *       "secret": "whsec_…",
                     *       "former_until": "2026-02-01T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["RotatedStreamSecret"];
                };
            };
        };
    };
    "account-streams-deliveries": {
        parameters: {
            query?: {
                /** @description Page size */
                limit?: number;
                /** @description Position taken from a previous `next_cursor`; empty or omitted: the first page */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the stream
                 * @example 2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34
                 */
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
                    /**
                     * @example {
                     *       "deliveries": [
                     *         {
                     *           "at": "2026-01-31T12:00:00.000Z",
                     *           "outcome": "delivered",
                     *           "events": 3,
                     *           "first_id": 2049,
                     *           "last_id": 2051,
                     *           "attempt": 1,
                     *           "status": 204,
                     *           "error": null,
                     *           "took_ms": 87,
                     *           "bytes": 1250
                     *         }
                     *       ],
                     *       "next_cursor": ""
                     *     }
                     */
                    "application/json": {
                        deliveries: components["schemas"]["StreamDelivery"][];
                        next_cursor: string;
                    };
                };
            };
        };
    };
    "account-streams-setAside": {
        parameters: {
            query?: {
                /** @description Page size */
                limit?: number;
                /** @description Position taken from a previous `next_cursor`; empty or omitted: the first page */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the stream
                 * @example 2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34
                 */
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
                    /**
                     * @example {
                     *       "events": [
                     *         {
                     *           "id": 2049,
                     *           "at": "2026-01-31T12:00:00.000Z",
                     *           "status": 400,
                     *           "error": "the receiver answered 400"
                     *         }
                     *       ],
                     *       "next_cursor": ""
                     *     }
                     */
                    "application/json": {
                        events: components["schemas"]["SetAsideEvent"][];
                        next_cursor: string;
                    };
                };
            };
        };
    };
    "account-streams-retrySetAside": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the stream
                 * @example 2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34
                 */
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
                    /**
                     * @example {
                     *       "events": 128
                     *     }
                     */
                    "application/json": {
                        /** Format: int64 */
                        events: number;
                    };
                };
            };
        };
    };
    "account-holds-list": {
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
                    /**
                     * @example {
                     *       "holds": [
                     *         {
                     *           "id": "5f0d2c8a-71b4-4e3f-9a60-2d8c1e7b4f95",
                     *           "site_id": "2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34",
                     *           "reason": "Case 4711",
                     *           "by": "k3v9x2ab",
                     *           "created_at": "2026-01-31T12:00:00.000Z",
                     *           "ended_at": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        holds: components["schemas"]["LegalHold"][];
                    };
                };
            };
        };
    };
    "account-holds-create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "asked for by its owner",
                 *       "site_id": "2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Why nothing may be deleted
                     * @example Case 4711
                     */
                    reason: string;
                    /**
                     * Format: uuid
                     * @description The site that it covers; null or absent: the whole account
                     */
                    site_id?: string | null;
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
                    /**
                     * @example {
                     *       "id": "2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34"
                     *     }
                     */
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                    };
                };
            };
        };
    };
    "account-holds-end": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the hold
                 * @example 2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34
                 */
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
    "account-redactions-create": {
        parameters: {
            query: {
                /** @description Must be `true`: the deletion cannot be undone */
                confirm: true;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "username": "editor",
                 *       "site_id": "2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34",
                 *       "user_id": 7
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Name of the CMS user, exactly
                     * @example ada
                     */
                    username?: string | null;
                    /**
                     * Format: uuid
                     * @description The site; required with `user_id`
                     */
                    site_id?: string | null;
                    /**
                     * Format: int64
                     * @description Id of the CMS user of that site
                     */
                    user_id?: number | null;
                };
            };
        };
        responses: {
            /** @description Begun */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34"
                     *     }
                     */
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                    };
                };
            };
        };
    };
    "account-redactions-get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the redaction
                 * @example 2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34
                 */
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
                    /**
                     * @example {
                     *       "id": "5f0d2c8a-71b4-4e3f-9a60-2d8c1e7b4f95",
                     *       "status": "running",
                     *       "matched": 128,
                     *       "redacted": 3,
                     *       "held": 3,
                     *       "salts_kept": 3,
                     *       "created_at": "2026-01-31T12:00:00.000Z",
                     *       "done_at": "2026-01-31T12:00:00.000Z",
                     *       "streams": [
                     *         {
                     *           "id": "5f0d2c8a-71b4-4e3f-9a60-2d8c1e7b4f95",
                     *           "name": "Shop",
                     *           "deleted_at": "2026-01-31T12:00:00.000Z",
                     *           "filter": true,
                     *           "sent": false
                     *         }
                     *       ],
                     *       "exports": [
                     *         {
                     *           "at": "2026-01-31T12:00:00.000Z",
                     *           "by": "k3v9x2ab",
                     *           "events": 128,
                     *           "bundle": true
                     *         }
                     *       ],
                     *       "views": [
                     *         {
                     *           "id": "5f0d2c8a-71b4-4e3f-9a60-2d8c1e7b4f95",
                     *           "name": "Shop"
                     *         }
                     *       ],
                     *       "private_views": 3
                     *     }
                     */
                    "application/json": components["schemas"]["Redaction"];
                };
            };
        };
    };
    "account-log-get": {
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
                    /**
                     * @example {
                     *       "origin": "goal.example/log/3f0c9a52-7d1e-4b57-9a44-5d1f6f0b7c11",
                     *       "size": 3,
                     *       "root": "HiqoU8uiv4CTwH6vTTySN7nxxIIOOZWgaHdmO28R24s=",
                     *       "checkpoint": "goal.example/log/3f0c9a52-7d1e-4b57-9a44-5d1f6f0b7c11\n3\nHiqoU8uiv4CTwH6vTTySN7nxxIIOOZWgaHdmO28R24s=\n\n— goal.example/log/3f0c9a52-7d1e-4b57-9a44-5d1f6f0b7c11 +nsLsD46…\n",
                     *       "sealed_at": "2026-01-31T12:00:00.000Z",
                     *       "behind_seconds": 3,
                     *       "vkeys": [
                     *         {
                     *           "vkey": "goal.example/log/3f0c9a52-7d1e-4b57-9a44-5d1f6f0b7c11+fa7b0bb0+AepKbGPinFIKvvVQexMuxfmVR3auvr57kkIe6mkURtIs",
                     *           "from_size": 3,
                     *           "until": null
                     *         }
                     *       ],
                     *       "key_kept": "environment",
                     *       "began_at": "2026-01-31T12:00:00.000Z",
                     *       "earlier_events": 3,
                     *       "previous": null,
                     *       "witnesses": [
                     *         "witness.example"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Log"];
                };
            };
        };
    };
    "account-log-checkpoint": {
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
                    /**
                     * @example goal.example/log/3f0c…
                     *     3
                     *     HiqoU8ui…
                     *
                     *     — goal.example/log/3f0c… +nsLsD46…
                     */
                    "text/plain": string;
                };
            };
        };
    };
    "account-log-consistency": {
        parameters: {
            query?: {
                /** @description A size of the log, as an older checkpoint says it */
                from?: number;
                /** @description A larger size; the newest if omitted */
                to?: number;
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
                     * @example {
                     *       "from": 90,
                     *       "to": 30,
                     *       "hashes": [
                     *         "klmbP5+kjU8vo9jCR+QaoGO/L7t3nEyON3KdaiJkPsM="
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** Format: int64 */
                        from: number;
                        /** Format: int64 */
                        to: number;
                        /** @description The proof (section 2.1.2 of RFC 6962), in base64 */
                        hashes: string[];
                    };
                };
            };
        };
    };
    "account-log-tile": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The level of the tile, 0 to 5, or `entries` for the leaves themselves
                 * @example 0
                 */
                level: string;
                /**
                 * @description Which one: digits in groups of three, all but the last with an `x` in front (`x001/x234/067`; the slashes may stand as they are), and `.p/{width}` behind them for a part of 1 to 255
                 * @example 000
                 */
                index: string;
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
                    /** @example … */
                    "application/octet-stream": string;
                };
            };
        };
    };
    "account-log-proof": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the event
                 * @example 2049
                 */
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
                    /**
                     * @example c2sp.org/tlog-proof@v1
                     *     extra eyJlbnRyeSI6…
                     *     index 2
                     *     P/QvRoiv…
                     *
                     *     goal.example/log/3f0c…
                     *     3
                     *     HiqoU8ui…
                     *
                     *     — goal.example/log/3f0c… +nsLsD46…
                     */
                    "text/plain": string;
                };
            };
        };
    };
    "account-log-bundle": {
        parameters: {
            query?: {
                /** @description The log of one site, with proofs */
                site_id?: string;
                /** @description The logs of the sites of one group, with proofs */
                group_id?: string;
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
                     * @example {"bundle":"goal-log/v1","origin":"goal.example/log/3f0c…","scope":{"account_id":"0d9e…"},…}
                     *     {"index":0,"note":"note {…}"}
                     *     {"index":2,"n":1,"salt":"g/YL…","event":{…}}
                     *     {"end":3,"checkpoint":"…","witnessed":null,"lines":4,"sha256":"9f86…"}
                     */
                    "application/x-ndjson": string;
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
                /** @description Leaves out events with these codes: repeat the parameter or separate by commas */
                not_code?: number[];
                /** @description Id of the CMS user */
                user_id?: number;
                /** @description Name of the CMS user, exactly; empty: any */
                username?: string;
                /** @description Leaves out events of users with these names: repeat the parameter or separate by commas */
                not_username?: string[];
                /** @description Address from which the user came, or a network such as 203.0.113.0/24 (at least /8, IPv6 /16) */
                ip?: string;
                /** @description Object type touched, exactly; empty: any */
                object?: string;
                /** @description Leaves out events about these object types: repeat the parameter or separate by commas */
                not_object?: string[];
                /** @description Event type, exactly; empty: any */
                event_type?: string;
                /** @description Leaves out events of these types: repeat the parameter or separate by commas */
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
                    /**
                     * @example {
                     *       "events": [
                     *         {
                     *           "id": 2049,
                     *           "occurred_at": "2026-01-31T12:00:00.000Z",
                     *           "code": 4007,
                     *           "severity": "info",
                     *           "object": "user",
                     *           "event_type": "modified",
                     *           "user_id": 7,
                     *           "username": "editor",
                     *           "message": "Deleted the user jo",
                     *           "site_id": "2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34"
                     *         }
                     *       ],
                     *       "next_cursor": ""
                     *     }
                     */
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
                    /**
                     * @example {
                     *       "accepted": 2,
                     *       "duplicates": 0,
                     *       "rejected": [
                     *         {
                     *           "index": 1,
                     *           "error": "occurred_at required"
                     *         }
                     *       ]
                     *     }
                     */
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
                /**
                 * @description Id of the event
                 * @example 2049
                 */
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
                    /**
                     * @example {
                     *       "id": 2049,
                     *       "occurred_at": "2026-01-31T12:00:00.000Z",
                     *       "code": 4007,
                     *       "severity": "info",
                     *       "object": "user",
                     *       "event_type": "deleted",
                     *       "user_id": 7,
                     *       "username": "editor",
                     *       "message": "Deleted the user jo",
                     *       "site_id": "2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34",
                     *       "user_agent": "Mozilla/5.0",
                     *       "session_id": null,
                     *       "post_id": 3,
                     *       "post_type": null,
                     *       "post_status": null,
                     *       "ip": "203.0.113.7",
                     *       "redacted_at": "2026-01-31T12:00:00.000Z"
                     *     }
                     */
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
                /** @description Leaves out events with these codes: repeat the parameter or separate by commas */
                not_code?: number[];
                /** @description Id of the CMS user */
                user_id?: number;
                /** @description Name of the CMS user, exactly; empty: any */
                username?: string;
                /** @description Leaves out events of users with these names: repeat the parameter or separate by commas */
                not_username?: string[];
                /** @description Address from which the user came, or a network such as 203.0.113.0/24 (at least /8, IPv6 /16) */
                ip?: string;
                /** @description Object type touched, exactly; empty: any */
                object?: string;
                /** @description Leaves out events about these object types: repeat the parameter or separate by commas */
                not_object?: string[];
                /** @description Event type, exactly; empty: any */
                event_type?: string;
                /** @description Leaves out events of these types: repeat the parameter or separate by commas */
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
                    /**
                     * @example {
                     *       "counts": [
                     *         {
                     *           "severity": "high",
                     *           "events": 96
                     *         },
                     *         {
                     *           "severity": "critical",
                     *           "events": 32
                     *         }
                     *       ],
                     *       "other": 0,
                     *       "matched": 128,
                     *       "looked_at": 1280,
                     *       "complete": true,
                     *       "counted_back_to": null,
                     *       "source": "events",
                     *       "next_cursor": ""
                     *     }
                     */
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
                /** @description Leaves out events with these codes: repeat the parameter or separate by commas */
                not_code?: number[];
                /** @description Id of the CMS user */
                user_id?: number;
                /** @description Name of the CMS user, exactly; empty: any */
                username?: string;
                /** @description Leaves out events of users with these names: repeat the parameter or separate by commas */
                not_username?: string[];
                /** @description Address from which the user came, or a network such as 203.0.113.0/24 (at least /8, IPv6 /16) */
                ip?: string;
                /** @description Object type touched, exactly; empty: any */
                object?: string;
                /** @description Leaves out events about these object types: repeat the parameter or separate by commas */
                not_object?: string[];
                /** @description Event type, exactly; empty: any */
                event_type?: string;
                /** @description Leaves out events of these types: repeat the parameter or separate by commas */
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
                    /**
                     * @example {
                     *       "events": [
                     *         {
                     *           "id": 2049,
                     *           "occurred_at": "2026-01-31T12:00:00.000Z",
                     *           "code": 4007,
                     *           "severity": "info",
                     *           "object": "user",
                     *           "event_type": "deleted",
                     *           "user_id": 7,
                     *           "username": "editor",
                     *           "message": "Deleted the user jo",
                     *           "site_id": "2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34",
                     *           "received_at": "2026-01-31T12:00:00.000Z",
                     *           "ip": "203.0.113.7",
                     *           "redacted_at": "2026-01-31T12:00:00.000Z"
                     *         }
                     *       ],
                     *       "next_after": "Zm9sbG93IGZyb20gaGVyZQ",
                     *       "expired": false
                     *     }
                     */
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
                /** @description Leaves out events with these codes: repeat the parameter or separate by commas */
                not_code?: number[];
                /** @description Id of the CMS user */
                user_id?: number;
                /** @description Name of the CMS user, exactly; empty: any */
                username?: string;
                /** @description Leaves out events of users with these names: repeat the parameter or separate by commas */
                not_username?: string[];
                /** @description Address from which the user came, or a network such as 203.0.113.0/24 (at least /8, IPv6 /16) */
                ip?: string;
                /** @description Object type touched, exactly; empty: any */
                object?: string;
                /** @description Leaves out events about these object types: repeat the parameter or separate by commas */
                not_object?: string[];
                /** @description Event type, exactly; empty: any */
                event_type?: string;
                /** @description Leaves out events of these types: repeat the parameter or separate by commas */
                not_event_type?: string[];
                /** @description Severities: repeat the parameter or separate by commas */
                severity?: ("info" | "low" | "medium" | "high" | "critical")[];
                /** @description Words that the message holds, in any case; at most 500 characters and 16 words */
                q?: string;
                /** @description Position taken from a previous `next_cursor`; empty or omitted: the first page */
                cursor?: string;
                /** @description `ndjson`: a line that names the export, lines of events (those that have an `id`), a line with a `cursor` to go on from after a cut every 10,000 events, and a last line with `complete`, how many events there were and the SHA-256 of all bytes before it; a file without it was cut off. `csv`: RFC 4180 with a header row; a text that begins like a formula, with = + - @ or a full-width form of these, also behind apostrophes, white space and invisible characters, has one apostrophe put before it, so that no spreadsheet runs it */
                format?: "ndjson" | "csv";
                /** @description `1`: a CSV file ends with the line `"# end",<rows>,<SHA-256 of all bytes before it>`; one without it was cut off */
                end?: "1";
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
                    /**
                     * @example id,occurred_at,received_at,code,severity,…
                     *     2049,2026-01-30T08:15:00.000Z,2026-01-30T08:15:01.402Z,4007,high,…
                     */
                    "text/csv": string;
                };
            };
        };
    };
    "read-exports-get": {
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
                /**
                 * @description `X-Export-Id` of the export
                 * @example 2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34
                 */
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
                    /**
                     * @example {
                     *       "id": "5f0d2c8a-71b4-4e3f-9a60-2d8c1e7b4f95",
                     *       "format": "ndjson",
                     *       "started_at": "2026-01-31T12:00:00.000Z",
                     *       "ended_at": "2026-01-31T12:00:02.000Z",
                     *       "complete": true,
                     *       "events": 128,
                     *       "bytes": 3,
                     *       "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
                     *     }
                     */
                    "application/json": components["schemas"]["Export"];
                };
            };
        };
    };
    "read-log-proof": {
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
                /**
                 * @description Id of the event
                 * @example 2049
                 */
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
                    /**
                     * @example c2sp.org/tlog-proof@v1
                     *     extra eyJlbnRyeSI6…
                     *     index 2
                     *     P/QvRoiv…
                     *
                     *     goal.example/log/3f0c…
                     *     3
                     *     HiqoU8ui…
                     *
                     *     — goal.example/log/3f0c… +nsLsD46…
                     */
                    "text/plain": string;
                };
            };
        };
    };
    "read-log-bundle": {
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
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {"bundle":"goal-log/v1","origin":"goal.example/log/3f0c…","scope":{"account_id":"0d9e…"},…}
                     *     {"index":0,"note":"note {…}"}
                     *     {"index":2,"n":1,"salt":"g/YL…","event":{…}}
                     *     {"end":3,"checkpoint":"…","witnessed":null,"lines":4,"sha256":"9f86…"}
                     */
                    "application/x-ndjson": string;
                };
            };
        };
    };
    "log-keys": {
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
                    /**
                     * @example {
                     *       "keys": [
                     *         {
                     *           "public": "6kpsY+KcUgq+9VB7Ey7F+ZVHdq6+vnuQh7qaRRG0iw4=",
                     *           "from": "2026-01-31T12:00:00.000Z",
                     *           "until": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        keys: {
                            /** @description Ed25519, 32 bytes in base64 */
                            public: string;
                            /**
                             * Format: date-time
                             * @example 2026-01-31T12:00:00.000Z
                             */
                            from: string;
                            /**
                             * Format: date-time
                             * @description Since then it signs no more; null: it signs
                             * @example 2026-01-31T12:00:00.000Z
                             */
                            until: string | null;
                        }[];
                    };
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
                    /**
                     * @example {
                     *       "name": "support",
                     *       "prefix": "k3v9x2ab",
                     *       "scope": "admin:read",
                     *       "created_at": "2026-01-31T12:00:00.000Z"
                     *     }
                     */
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
                    /**
                     * @example {
                     *       "version": "1.0.0",
                     *       "database": {
                     *         "kind": "embedded",
                     *         "postgresql": "18.4",
                     *         "bytes": 3,
                     *         "last_migration": "20261122140000_downgrades",
                     *         "refuses_writes": null
                     *       },
                     *       "citus": null,
                     *       "time_zones": {
                     *         "release": "2026f",
                     *         "source": "shipped"
                     *       },
                     *       "redis": null,
                     *       "instances": [
                     *         {
                     *           "kind": "server",
                     *           "name": "witness.example",
                     *           "version": "1.0.0",
                     *           "started_at": "2026-01-31T12:00:00.000Z",
                     *           "seen_at": "2026-01-31T12:00:00.000Z"
                     *         }
                     *       ],
                     *       "retention": {
                     *         "last_pass_at": "2026-01-31T12:00:00.000Z",
                     *         "last_end_at": "2026-01-31T12:00:00.000Z",
                     *         "last_deleted": 3,
                     *         "held": null,
                     *         "overdue": {
                     *           "events": 128,
                     *           "sites": 5,
                     *           "oldest_day": "2026-01-31",
                     *           "counted_at": "2026-01-31T12:00:00.000Z"
                     *         },
                     *         "grace_days": 3
                     *       },
                     *       "to_reclaim": 3,
                     *       "mail": {
                     *         "waiting": 3,
                     *         "failing": 3,
                     *         "last_failure": null,
                     *         "oldest_waiting_since": "2026-01-31T12:00:00.000Z"
                     *       },
                     *       "streams": {
                     *         "active": 3,
                     *         "failing": 3,
                     *         "failing_since": "2026-01-31T12:00:00.000Z",
                     *         "paused": 3,
                     *         "resting": 3,
                     *         "disabled": 3,
                     *         "set_aside": 3,
                     *         "waiting_seconds": 3,
                     *         "key_kept": "environment"
                     *       },
                     *       "legal_holds": {
                     *         "running": 3,
                     *         "accounts": 3
                     *       },
                     *       "signed_logs": null,
                     *       "people": {
                     *         "people": 3,
                     *         "open_sessions": 3,
                     *         "open_invitations": 3
                     *       },
                     *       "payment_refusal": null,
                     *       "concerns": [
                     *         "Retention deletes nothing until it is confirmed: goal worker --confirm."
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Status"];
                };
            };
        };
    };
    "admin-attention": {
        parameters: {
            query: {
                /** @description `over_fair_use`: accounts that have sent more this month than the fair use of their plan, most first; `silent`: sites that used to send and have stopped, the latest first; `refused`: sites whose last request was refused in the last 24 hours, the latest first; `held_payment`: subscriptions that the provider reports and that give no plan or collect no payment, the latest first; `at_cap`: accounts whose active sites fill their plan, most first */
                kind: "over_fair_use" | "silent" | "refused" | "held_payment" | "at_cap";
                /** @description Page size */
                limit?: number;
                /** @description Position taken from a previous `next_cursor`; empty or omitted: the first page */
                cursor?: string;
                /** @description Accounts on this plan alone, and their sites */
                plan?: string;
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
                     * @example {
                     *       "items": [
                     *         {
                     *           "account_id": "7d1f0c52-3b8e-4f6a-9c21-5e4d8a7b6c30",
                     *           "email": "owner@example.com",
                     *           "name": "Miller Ltd",
                     *           "plan": "starter",
                     *           "site_id": "2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34",
                     *           "domain": "shop.example.com",
                     *           "since": "2026-01-31T12:00:00.000Z",
                     *           "value": 3,
                     *           "limit": 3,
                     *           "sentence": "Nothing since 12 November 2026 (11 days); before that never more than 2 days passed between events."
                     *         }
                     *       ],
                     *       "count": 3,
                     *       "more": false,
                     *       "next_cursor": ""
                     *     }
                     */
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
                    /**
                     * @example {
                     *       "plans": [
                     *         {
                     *           "slug": "pro",
                     *           "sites": 5,
                     *           "retention_days": 30,
                     *           "keys_per_site": 2,
                     *           "api": true,
                     *           "fair_use_events": 250000
                     *         }
                     *       ]
                     *     }
                     */
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
                /**
                 * @description Slug of the plan
                 * @example pro
                 */
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "sites": 5,
                 *       "retention_days": 30,
                 *       "fair_use_events": 250000
                 *     }
                 */
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
                    /**
                     * @example {
                     *       "last_pass_at": "2026-01-31T12:00:00.000Z",
                     *       "last_end_at": "2026-01-31T12:00:00.000Z",
                     *       "last_deleted": 3,
                     *       "held": null,
                     *       "overdue": {
                     *         "events": 128,
                     *         "sites": 5,
                     *         "oldest_day": "2026-01-31",
                     *         "counted_at": "2026-01-31T12:00:00.000Z"
                     *       },
                     *       "grace_days": 3
                     *     }
                     */
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
                /** @description `1`: a CSV file ends with the line `"# end",<rows>,<SHA-256 of all bytes before it>`; one without it was cut off */
                end?: "1";
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
                     * @example id,domain,name
                     *     "2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34","shop.example.com","Shop"
                     */
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
                    /**
                     * @example {
                     *       "accounts": [
                     *         {
                     *           "id": "7d1f0c52-3b8e-4f6a-9c21-5e4d8a7b6c30",
                     *           "email": "owner@example.com",
                     *           "plan": "starter",
                     *           "is_reseller": false,
                     *           "created_at": "2026-01-31T12:00:00.000Z",
                     *           "name": "Miller Ltd",
                     *           "sites_active": 3,
                     *           "sites_paused": 3,
                     *           "events_this_month": 3,
                     *           "match": {
                     *             "kind": "site",
                     *             "text": "shop.example.com"
                     *           }
                     *         }
                     *       ],
                     *       "next_cursor": "",
                     *       "count": 3,
                     *       "more": false
                     *     }
                     */
                    "application/json": {
                        accounts: components["schemas"]["OperatorAccountRow"][];
                        next_cursor: string;
                        /**
                         * Format: int64
                         * @description Only with `sort`: how many accounts match, on all pages; it ends at 10,000
                         */
                        count?: number;
                        /** @description Only with `sort`: whether there are more than `count` */
                        more?: boolean;
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
                /**
                 * @example {
                 *       "email": "owner@example.com",
                 *       "plan": "starter"
                 *     }
                 */
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
                    /**
                     * @example {
                     *       "id": "7d1f0c52-3b8e-4f6a-9c21-5e4d8a7b6c30",
                     *       "email": "owner@example.com",
                     *       "plan": "starter",
                     *       "is_reseller": false,
                     *       "created_at": "2026-01-31T12:00:00.000Z"
                     *     }
                     */
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
                /**
                 * @description Id of the account
                 * @example 2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34
                 */
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
                    /**
                     * @example {
                     *       "id": "7d1f0c52-3b8e-4f6a-9c21-5e4d8a7b6c30",
                     *       "email": "owner@example.com",
                     *       "plan": "starter",
                     *       "is_reseller": false,
                     *       "created_at": "2026-01-31T12:00:00.000Z",
                     *       "holds": [
                     *         {
                     *           "id": "5f0d2c8a-71b4-4e3f-9a60-2d8c1e7b4f95",
                     *           "site_id": "2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34",
                     *           "reason": "Case 4711",
                     *           "by": "k3v9x2ab",
                     *           "created_at": "2026-01-31T12:00:00.000Z",
                     *           "ended_at": null
                     *         }
                     *       ],
                     *       "sites": [
                     *         {
                     *           "id": "2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34",
                     *           "domain": "shop.example.com",
                     *           "site_url": "https://shop.example.com/",
                     *           "name": "Shop",
                     *           "status": "active",
                     *           "retention_days": 30,
                     *           "created_at": "2026-01-31T12:00:00.000Z",
                     *           "active_token_count": 3,
                     *           "account_id": "7d1f0c52-3b8e-4f6a-9c21-5e4d8a7b6c30",
                     *           "rate_limit_rps": 10
                     *         }
                     *       ]
                     *     }
                     */
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
                /**
                 * @description Id of the account
                 * @example 2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34
                 */
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
                /**
                 * @description Id of the account
                 * @example 2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "owner@example.com",
                 *       "name": "Shop"
                 *     }
                 */
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
                /**
                 * @description Id of the account
                 * @example 2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "enabled": true,
                 *       "reason": "asked for by its owner"
                 *     }
                 */
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
                /**
                 * @description Id of the account
                 * @example 2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "plan": "starter",
                 *       "reason": "asked for by its owner"
                 *     }
                 */
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
                /**
                 * @description Id of the account
                 * @example 2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34
                 */
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
                    /**
                     * @example {
                     *       "arrivals": [
                     *         {
                     *           "site_id": "2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34",
                     *           "domain": "shop.example.com",
                     *           "last_accepted_at": "2026-01-31T12:00:00.000Z",
                     *           "last_refused_at": null,
                     *           "last_refusal": null
                     *         }
                     *       ]
                     *     }
                     */
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
                /**
                 * @description Id of the account
                 * @example 2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34
                 */
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
                    /**
                     * @example {
                     *       "from": "2026-01-31",
                     *       "to": "2026-01-31",
                     *       "days": [
                     *         {
                     *           "day": "2026-01-31",
                     *           "info": 3,
                     *           "low": 3,
                     *           "medium": 3,
                     *           "high": 3,
                     *           "critical": 3
                     *         }
                     *       ],
                     *       "total": 15,
                     *       "kept": {
                     *         "events": 128,
                     *         "oldest_day": "2026-01-31",
                     *         "kept_until": "2026-01-31"
                     *       }
                     *     }
                     */
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
                /**
                 * @description Id of the account
                 * @example 2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34
                 */
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
                    /**
                     * @example {
                     *       "from": "2026-01-31",
                     *       "to": "2026-01-31",
                     *       "sites": [
                     *         {
                     *           "site_id": "2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34",
                     *           "domain": "shop.example.com",
                     *           "name": "Shop",
                     *           "events": 128
                     *         }
                     *       ],
                     *       "total": 128
                     *     }
                     */
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
                /**
                 * @description Id of the account
                 * @example 2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34
                 */
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
                    /**
                     * @example {
                     *       "from": "2026-01-31",
                     *       "to": "2026-01-31",
                     *       "codes": [
                     *         {
                     *           "code": 4007,
                     *           "events": 128
                     *         }
                     *       ],
                     *       "counted": 128,
                     *       "complete": true
                     *     }
                     */
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
                /**
                 * @description Id of the account
                 * @example 2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34
                 */
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
                    /**
                     * @example {
                     *       "sites": [
                     *         {
                     *           "site_id": "2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34",
                     *           "domain": "shop.example.com",
                     *           "name": "Shop",
                     *           "last_day": "2026-01-31",
                     *           "usual_gap_days": 3,
                     *           "sentence": "Nothing since 12 November 2026 (11 days); before that never more than 2 days passed between events."
                     *         }
                     *       ],
                     *       "total": 1
                     *     }
                     */
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
                /**
                 * @description Id of the account
                 * @example 2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34
                 */
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
                    /**
                     * @example {
                     *       "from": "pro",
                     *       "to": "starter",
                     *       "sites_to_pause": 1,
                     *       "sites": [
                     *         {
                     *           "id": "2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34",
                     *           "domain": "shop.example.com",
                     *           "name": "Shop"
                     *         }
                     *       ],
                     *       "retention_days": {
                     *         "from": 90,
                     *         "to": 30
                     *       },
                     *       "last_downgrade": null,
                     *       "sentences": [
                     *         "Nothing is paused: 3 active sites; the starter plan allows 5."
                     *       ]
                     *     }
                     */
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
                /**
                 * @description Id of the account
                 * @example 2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34
                 */
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
                    /**
                     * @example {
                     *       "is_reseller": false,
                     *       "enabled": true,
                     *       "effects": [
                     *         {
                     *           "effect": "site_quota",
                     *           "sentence": "3 of 5 sites used → no limit."
                     *         }
                     *       ]
                     *     }
                     */
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
                /**
                 * @description Id of the account
                 * @example 2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34
                 */
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
                    /**
                     * @example {
                     *       "id": "7d1f0c52-3b8e-4f6a-9c21-5e4d8a7b6c30",
                     *       "email": "owner@example.com",
                     *       "plan": "starter",
                     *       "is_reseller": false,
                     *       "created_at": "2026-01-31T12:00:00.000Z",
                     *       "name": "Miller Ltd",
                     *       "limits": {
                     *         "sites": 5,
                     *         "retention_days": 30,
                     *         "keys_per_site": 2,
                     *         "account_keys": 3,
                     *         "fair_use_events": 250000
                     *       },
                     *       "plan_limits": {
                     *         "sites": 5,
                     *         "retention_days": 30,
                     *         "keys_per_site": 2,
                     *         "account_keys": 3,
                     *         "fair_use_events": 250000
                     *       },
                     *       "api": true,
                     *       "usage": {
                     *         "sites_active": 3,
                     *         "sites_paused": 3,
                     *         "sites_revoked": 3,
                     *         "groups": 3,
                     *         "account_keys": 3,
                     *         "events_this_month": 3
                     *       },
                     *       "fair_use_mail": null,
                     *       "last_downgrade": null,
                     *       "kept": {
                     *         "events": 128,
                     *         "oldest_day": "2026-01-31",
                     *         "kept_until": "2026-01-31"
                     *       }
                     *     }
                     */
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
                /** @description `1`: a CSV file ends with the line `"# end",<rows>,<SHA-256 of all bytes before it>`; one without it was cut off */
                end?: "1";
            };
            header?: never;
            path: {
                /**
                 * @description Id of the account
                 * @example 2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34
                 */
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
                    /**
                     * @example id,domain,name
                     *     "2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34","shop.example.com","Shop"
                     */
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
                /**
                 * @description Id of the account
                 * @example 2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34
                 */
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
                    /**
                     * @example {
                     *       "sites": [
                     *         {
                     *           "id": "2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34",
                     *           "domain": "shop.example.com",
                     *           "site_url": "https://shop.example.com/",
                     *           "name": "Shop",
                     *           "status": "active",
                     *           "retention_days": 30,
                     *           "created_at": "2026-01-31T12:00:00.000Z",
                     *           "active_token_count": 3,
                     *           "account_id": "7d1f0c52-3b8e-4f6a-9c21-5e4d8a7b6c30",
                     *           "rate_limit_rps": 10,
                     *           "group_id": "c4a91e37-6d25-4b80-8e1f-0a9b3c7d5e62",
                     *           "group_name": "Shops in Berlin",
                     *           "last_accepted_at": "2026-01-31T12:00:00.000Z",
                     *           "events_per_day": 3
                     *         }
                     *       ],
                     *       "next_cursor": ""
                     *     }
                     */
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
                /**
                 * @description Id of the account
                 * @example 2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "domain": "shop.example.com",
                 *       "site_url": "https://shop.example.com/",
                 *       "name": "Shop",
                 *       "group_id": "c4a91e37-6d25-4b80-8e1f-0a9b3c7d5e62"
                 *     }
                 */
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
                    /**
                     * @example {
                     *       "site_id": "2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34",
                     *       "domain": "shop.example.com",
                     *       "token": "goal_live_k3v9x2ab_…",
                     *       "prefix": "k3v9x2ab"
                     *     }
                     */
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
                /**
                 * @description Id of the account
                 * @example 2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "paused_by": "last_downgrade"
                 *     }
                 */
                "application/json": {
                    /** @description Sites of the account. Give either these or `paused_by` */
                    ids?: string[] | null;
                    /** @description `last_downgrade`: the sites that the last downgrade paused and that are still paused */
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
                    /**
                     * @example {
                     *       "activated": [
                     *         "2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34"
                     *       ],
                     *       "left": 3
                     *     }
                     */
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
                /**
                 * @description Id of the account
                 * @example 2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34
                 */
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
                    /**
                     * @example {
                     *       "groups": [
                     *         {
                     *           "id": "c4a91e37-6d25-4b80-8e1f-0a9b3c7d5e62",
                     *           "name": "Shops in Berlin",
                     *           "external_ref": "crm-4711",
                     *           "created_at": "2026-01-31T12:00:00.000Z",
                     *           "site_count": 3,
                     *           "active_key_count": 3
                     *         }
                     *       ],
                     *       "next_cursor": ""
                     *     }
                     */
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
                /**
                 * @description Id of the account
                 * @example 2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34
                 */
                id: string;
                /**
                 * @description Id of the group
                 * @example c4a91e37-6d25-4b80-8e1f-0a9b3c7d5e62
                 */
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
                    /**
                     * @example {
                     *       "keys": [
                     *         {
                     *           "prefix": "k3v9x2ab",
                     *           "name": "group key",
                     *           "created_at": "2026-01-31T12:00:00.000Z",
                     *           "last_used_at": "2026-01-31T12:00:00.000Z",
                     *           "revoked_at": null,
                     *           "last_refused_at": "2026-01-31T12:00:00.000Z",
                     *           "last_refusal": "rate limited"
                     *         }
                     *       ]
                     *     }
                     */
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
                /**
                 * @description Id of the account
                 * @example 2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34
                 */
                id: string;
                /**
                 * @description Id of the group
                 * @example c4a91e37-6d25-4b80-8e1f-0a9b3c7d5e62
                 */
                group_id: string;
                /**
                 * @description The prefix of the key, as lists show it
                 * @example k3v9x2ab
                 */
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
                /**
                 * @description Id of the account
                 * @example 2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34
                 */
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
                    /**
                     * @example {
                     *       "keys": [
                     *         {
                     *           "prefix": "k3v9x2ab",
                     *           "name": "reporting",
                     *           "created_at": "2026-01-31T12:00:00.000Z",
                     *           "last_used_at": "2026-01-31T12:00:00.000Z",
                     *           "revoked_at": null,
                     *           "last_refused_at": "2026-01-31T12:00:00.000Z",
                     *           "last_refusal": "rate limited"
                     *         }
                     *       ]
                     *     }
                     */
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
                /**
                 * @description Id of the account
                 * @example 2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "name": "Shop"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description What the key is for
                     * @example reporting
                     */
                    name?: string | null;
                    /** @description `full` when omitted. A `read` key changes nothing; a key keeps its access */
                    access?: ("full" | "read") | null;
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
                    /**
                     * @example {
                     *       "key": "goal_acct_k3v9x2ab_…",
                     *       "prefix": "k3v9x2ab",
                     *       "name": "reporting"
                     *     }
                     */
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
                /**
                 * @description Id of the account
                 * @example 2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34
                 */
                id: string;
                /**
                 * @description The prefix of the key, as lists show it
                 * @example k3v9x2ab
                 */
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
                /**
                 * @description Id of the account
                 * @example 2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "owner@example.com",
                 *       "role": "owner"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: email
                     * @description Who is invited
                     */
                    email: string;
                    /** @description `owner` when omitted */
                    role?: ("owner" | "admin" | "viewer") | null;
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
                    /**
                     * @example {
                     *       "link": "https://goal.example.com/join#k3v9x2ab_…",
                     *       "mailed": false,
                     *       "id": "2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34"
                     *     }
                     */
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
                /**
                 * @description Id of the account
                 * @example 2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34
                 */
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
                    /**
                     * @example {
                     *       "members": [
                     *         {
                     *           "id": "2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34",
                     *           "person_id": "91c5d7e4-2f60-4a1b-b3d8-6e7f9a0c1b25",
                     *           "email": "owner@example.com",
                     *           "name": "Jo Miller",
                     *           "role": "owner",
                     *           "group": null,
                     *           "created_at": "2026-01-31T12:00:00.000Z",
                     *           "seen_at": "2026-01-31T12:00:00.000Z",
                     *           "second_factor": false
                     *         }
                     *       ],
                     *       "invitations": [
                     *         {
                     *           "id": "2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34",
                     *           "email": "owner@example.com",
                     *           "role": "owner",
                     *           "group": null,
                     *           "created_by": "owner@example.com",
                     *           "expires_at": "2026-01-31T12:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
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
                /**
                 * @description Id of the account
                 * @example 2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34
                 */
                id: string;
                /**
                 * @description Id of the membership, as the list shows it
                 * @example 91c5d7e4-2f60-4a1b-b3d8-6e7f9a0c1b25
                 */
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
    "admin-accounts-streams-list": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the account
                 * @example 2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34
                 */
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
                    /**
                     * @example {
                     *       "streams": [
                     *         {
                     *           "id": "5f0d2c8a-71b4-4e3f-9a60-2d8c1e7b4f95",
                     *           "name": "Our SIEM",
                     *           "status": "active",
                     *           "paused_by": null,
                     *           "created_at": "2026-01-31T12:00:00.000Z",
                     *           "behind_seconds": 0,
                     *           "delivered": 128,
                     *           "set_aside": 0,
                     *           "last_delivery_at": "2026-01-31T12:00:00.000Z",
                     *           "failing_since": null,
                     *           "last_error": null,
                     *           "next_attempt_at": null,
                     *           "gap": null,
                     *           "sink_type": "webhook",
                     *           "host": "hooks.example.com"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        streams: components["schemas"]["OperatorStream"][];
                    };
                };
            };
        };
    };
    "admin-accounts-log": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the account
                 * @example 2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34
                 */
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
                    /**
                     * @example {
                     *       "origin": "goal.example/log/3f0c9a52-7d1e-4b57-9a44-5d1f6f0b7c11",
                     *       "size": 3,
                     *       "sealed_at": "2026-01-31T12:00:00.000Z",
                     *       "behind_seconds": 3,
                     *       "witnesses": [
                     *         "witness.example"
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The name of the log, under which it signs */
                        origin: string;
                        /**
                         * Format: int64
                         * @description How many leaves it has: notes and events
                         */
                        size: number;
                        /**
                         * Format: date-time
                         * @example 2026-01-31T12:00:00.000Z
                         */
                        sealed_at: string;
                        /**
                         * Format: int64
                         * @description For how many seconds the oldest stored event waits to be sealed; 0: none waits
                         */
                        behind_seconds: number;
                        /** @description Names of the witnesses that cosigned the newest entry about this log in the log of logs */
                        witnesses: string[];
                    };
                };
            };
        };
    };
    "admin-accounts-holds-list": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the account
                 * @example 2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34
                 */
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
                    /**
                     * @example {
                     *       "holds": [
                     *         {
                     *           "id": "5f0d2c8a-71b4-4e3f-9a60-2d8c1e7b4f95",
                     *           "site_id": "2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34",
                     *           "reason": "Case 4711",
                     *           "by": "k3v9x2ab",
                     *           "created_at": "2026-01-31T12:00:00.000Z",
                     *           "ended_at": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        holds: components["schemas"]["LegalHold"][];
                    };
                };
            };
        };
    };
    "admin-accounts-holds-create": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the account
                 * @example 2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "asked for by its owner",
                 *       "site_id": "2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Why nothing may be deleted
                     * @example Case 4711
                     */
                    reason: string;
                    /**
                     * Format: uuid
                     * @description The site that it covers; null or absent: the whole account
                     */
                    site_id?: string | null;
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
                    /**
                     * @example {
                     *       "id": "2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34"
                     *     }
                     */
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                    };
                };
            };
        };
    };
    "admin-accounts-holds-end": {
        parameters: {
            query?: {
                /** @description Why, for the operators’ record; customers never see it */
                reason?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the account
                 * @example 2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34
                 */
                id: string;
                /**
                 * @description Id of the hold
                 * @example 5f0d2c8a-71b4-4e3f-9a60-2d8c1e7b4f95
                 */
                hold_id: string;
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
                /** @description `1`: a CSV file ends with the line `"# end",<rows>,<SHA-256 of all bytes before it>`; one without it was cut off */
                end?: "1";
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
                     * @example id,domain,name
                     *     "2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34","shop.example.com","Shop"
                     */
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
                    /**
                     * @example {
                     *       "sites": [
                     *         {
                     *           "id": "2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34",
                     *           "domain": "shop.example.com",
                     *           "name": "Shop",
                     *           "status": "active",
                     *           "created_at": "2026-01-31T12:00:00.000Z",
                     *           "account_id": "7d1f0c52-3b8e-4f6a-9c21-5e4d8a7b6c30",
                     *           "email": "owner@example.com"
                     *         }
                     *       ],
                     *       "next_cursor": ""
                     *     }
                     */
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
                /**
                 * @description Id of the site
                 * @example 2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34
                 */
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
                    /**
                     * @example {
                     *       "id": "2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34",
                     *       "domain": "shop.example.com",
                     *       "site_url": "https://shop.example.com/",
                     *       "name": "Shop",
                     *       "status": "active",
                     *       "retention_days": 30,
                     *       "created_at": "2026-01-31T12:00:00.000Z",
                     *       "active_token_count": 3,
                     *       "account_id": "7d1f0c52-3b8e-4f6a-9c21-5e4d8a7b6c30",
                     *       "rate_limit_rps": 10,
                     *       "group_id": "c4a91e37-6d25-4b80-8e1f-0a9b3c7d5e62",
                     *       "group_name": "Shops in Berlin",
                     *       "last_accepted_at": "2026-01-31T12:00:00.000Z",
                     *       "events_per_day": 3,
                     *       "email": "owner@example.com",
                     *       "last_refused_at": null,
                     *       "last_refusal": null,
                     *       "silence": null,
                     *       "kept": {
                     *         "events": 128,
                     *         "oldest_day": "2026-01-31",
                     *         "kept_until": "2026-01-31"
                     *       }
                     *     }
                     */
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
                /**
                 * @description Id of the site
                 * @example 2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34
                 */
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
                /**
                 * @description Id of the site
                 * @example 2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "rate_limit_rps": 10
                 *     }
                 */
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
                /**
                 * @description Id of the site
                 * @example 2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34
                 */
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
                    /**
                     * @example {
                     *       "from": "2026-01-31",
                     *       "to": "2026-01-31",
                     *       "days": [
                     *         {
                     *           "day": "2026-01-31",
                     *           "info": 3,
                     *           "low": 3,
                     *           "medium": 3,
                     *           "high": 3,
                     *           "critical": 3
                     *         }
                     *       ],
                     *       "total": 15,
                     *       "kept": {
                     *         "events": 128,
                     *         "oldest_day": "2026-01-31",
                     *         "kept_until": "2026-01-31"
                     *       }
                     *     }
                     */
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
                /**
                 * @description Id of the site
                 * @example 2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34
                 */
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
                    /**
                     * @example {
                     *       "keys": [
                     *         {
                     *           "prefix": "k3v9x2ab",
                     *           "created_at": "2026-01-31T12:00:00.000Z",
                     *           "last_used_at": "2026-01-31T12:00:00.000Z",
                     *           "revoked_at": null
                     *         }
                     *       ]
                     *     }
                     */
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
                /**
                 * @description Id of the site
                 * @example 2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34
                 */
                id: string;
                /**
                 * @description The prefix of the key, as lists show it
                 * @example k3v9x2ab
                 */
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
                /**
                 * @description Id of the site
                 * @example 2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34
                 */
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
                /**
                 * @description Id of the site
                 * @example 2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34
                 */
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
                /**
                 * @description Id of the site
                 * @example 2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34
                 */
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
    "admin-streams-pause": {
        parameters: {
            query?: {
                /** @description Why, for the operators’ record; customers never see it */
                reason?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the stream
                 * @example 2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34
                 */
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
    "admin-streams-resume": {
        parameters: {
            query?: {
                /** @description Why, for the operators’ record; customers never see it */
                reason?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the stream
                 * @example 2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34
                 */
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
                    /**
                     * @example {
                     *       "keys": [
                     *         {
                     *           "kind": "site",
                     *           "prefix": "k3v9x2ab",
                     *           "name": "Shop",
                     *           "created_at": "2026-01-31T12:00:00.000Z",
                     *           "last_used_at": "2026-01-31T12:00:00.000Z",
                     *           "revoked_at": null,
                     *           "account_id": "7d1f0c52-3b8e-4f6a-9c21-5e4d8a7b6c30",
                     *           "email": "owner@example.com",
                     *           "site_id": "2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34",
                     *           "domain": "shop.example.com",
                     *           "group_id": "c4a91e37-6d25-4b80-8e1f-0a9b3c7d5e62",
                     *           "group_name": "Shops in Berlin"
                     *         }
                     *       ]
                     *     }
                     */
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
                actor_kind?: ("operator" | "account_key" | "group_key" | "site_key" | "stripe" | "cli" | "member" | "worker")[];
                /** @description An operator's token by its name, or a key's prefix, exactly */
                actor?: string;
                /** @description What was done, exactly */
                action?: string;
                /** @description Earliest moment, inclusive; a date alone is midnight UTC, and without an offset it is UTC */
                from?: string;
                /** @description Latest moment, inclusive; as `from` */
                to?: string;
                /** @description `1`: a CSV file ends with the line `"# end",<rows>,<SHA-256 of all bytes before it>`; one without it was cut off */
                end?: "1";
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
                     * @example id,domain,name
                     *     "2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34","shop.example.com","Shop"
                     */
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
                actor_kind?: ("operator" | "account_key" | "group_key" | "site_key" | "stripe" | "cli" | "member" | "worker")[];
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
                    /**
                     * @example {
                     *       "actions": [
                     *         {
                     *           "id": 2049,
                     *           "occurred_at": "2026-01-31T12:00:00.000Z",
                     *           "actor_kind": "operator",
                     *           "actor": "k3v9x2ab",
                     *           "action": "site.create",
                     *           "account_id": "7d1f0c52-3b8e-4f6a-9c21-5e4d8a7b6c30",
                     *           "site_id": "2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34",
                     *           "detail": null
                     *         }
                     *       ],
                     *       "next_cursor": ""
                     *     }
                     */
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
                    /**
                     * @example {
                     *       "tokens": [
                     *         {
                     *           "prefix": "k3v9x2ab",
                     *           "name": "support",
                     *           "scope": "admin:read",
                     *           "created_at": "2026-01-31T12:00:00.000Z",
                     *           "last_used_at": "2026-01-31T12:00:00.000Z",
                     *           "revoked_at": null
                     *         }
                     *       ],
                     *       "next_cursor": ""
                     *     }
                     */
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
                /**
                 * @description The prefix of the token, as the list shows it
                 * @example k3v9x2ab
                 */
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
                /**
                 * @description Id of the person
                 * @example 2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34
                 */
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
                    /**
                     * @example {
                     *       "mailed": true
                     *     }
                     */
                    "application/json": components["schemas"]["ResetPerson"];
                };
            };
        };
    };
}
