/** Each published operation beyond its summary. A test demands that none is missing. */
export const descriptions: Readonly<Record<string, string>> = {
  // Account API
  'GET /account/me':
    'Tells the e-mail, the plan with its limits, and what is used of them. A limit of -1 means unlimited. `key` says what the asking key is and may do: call this first to see whether a key works.',
  'GET /account/sites':
    'Lists every site of the account, newest first, without pages: a long list is sent while it is made. A group key sees only the sites of its group.',
  'POST /account/sites':
    'Registers a site and answers with its first key, which is shown this once. The plan needs a free place. With a group key the site joins the group of the key.',
  'PATCH /account/sites/{id}':
    'Changes the name, the group, or both; a field that is left out stays. An empty `name` and a `group_id` of null clear it. A group key changes names only.',
  'DELETE /account/sites/{id}':
    'Removes the site, all its keys and all its events for every reader at once. It cannot be undone, so it asks for `confirm=true`.',
  'POST /account/sites/{id}/activate':
    'Makes a paused site active where the plan has a free place. An active site stays as it is; a revoked one can only be restored by the operator.',
  'GET /account/sites/{id}/tokens':
    'Lists the keys of the site, active and revoked, newest first, without their secrets.',
  'POST /account/sites/{id}/tokens':
    'Makes one more key for the site and shows it this once. A site has at most two active keys, so that one can be replaced by the other without a gap.',
  'DELETE /account/sites/{id}/tokens/{prefix}':
    'Ends a key for good: within a second it is refused everywhere. It stays in the list with `revoked_at`.',
  'GET /account/groups':
    'Lists every group of the account, newest first, without pages. `external_ref` finds the group with your own identifier. A group key sees its own group alone.',
  'POST /account/groups':
    'Makes a group, which holds sites and can have keys of its own. Name and `external_ref` are unique in the account. It needs an account key.',
  'PATCH /account/groups/{id}':
    'Changes the name, the `external_ref`, or both; null or an empty text clears the `external_ref`. It needs an account key.',
  'DELETE /account/groups/{id}':
    'Removes the group and revokes its keys. Its sites and their events stay, without a group. It needs an account key.',
  'GET /account/groups/{id}/keys':
    'Lists the keys of the group, active and revoked, newest first, without their secrets. It needs an account key.',
  'POST /account/groups/{id}/keys':
    'Makes a key that reaches the sites of this group alone, and shows it this once. A group has at most ten active keys. It needs an account key.',
  'DELETE /account/groups/{id}/keys/{prefix}':
    'Ends a group key for good: within a second it is refused everywhere. It needs an account key.',
  'GET /account/events':
    'Returns a page of events, newest first. Follow `next_cursor` with the same filters until it is empty; a page may be short, or even empty, before that. A group key reads the sites of its group.',
  'GET /account/events/summary':
    'Counts the matching events by one or two keys. `matched` is always the sum of all counts and `other`. Where `complete` is false, ask again with `next_cursor` as `cursor` and add the parts up.',
  'GET /account/events/tail':
    'Follows events in the order in which they became visible, so that nobody who keeps `next_after` misses one. `wait` holds the request until there is an event. `expired` says that events may be missing.',
  'GET /account/events/export':
    'Streams everything that matches. A file of JSON lines is whole when its last line says `complete`; continue one that was cut off from its last `cursor`. A CSV file is whole when it has the line that `end` asks for, or the sum that the path below tells of its `X-Export-Id`. A key runs one export at a time, and each is recorded.',
  'GET /account/exports/{id}':
    'Tells whether an export is whole, how many events and bytes it has, and their SHA-256, by the `X-Export-Id` of its answer: behind a proxy a file that was cut off may look whole. Kept for 30 days, and of the last 1,000 exports. A group key is told of those made for its group.',
  'GET /account/streams':
    'Lists the streams of the account, newest first, at most ten, with their state. It needs an account key.',
  'POST /account/streams':
    'Makes a stream: from now on, or from the oldest event that the tail reaches, each event that matches `filters` is sent to `sink`, in the order of the tail, at least once. `secret` signs webhooks and is shown this once.',
  'GET /account/streams/{id}':
    'Tells what a stream sends where, how far it is behind, what it delivered, and why it fails. Secrets are null.',
  'PATCH /account/streams/{id}':
    'Changes the name, the sink or the filters; what is left out stays. A secret field of the sink that is left out stays as long as type and address stay. The position stays too.',
  'DELETE /account/streams/{id}': 'Ends a stream for good. A batch that is on its way may still arrive.',
  'POST /account/streams/{id}/pause': 'Sends nothing more until the stream is resumed. Its position stays.',
  'POST /account/streams/{id}/resume':
    'Sends on from where the stream stood, also one that was switched off. After a restore of the database it goes on from now.',
  'POST /account/streams/{id}/test':
    'Sends one made-up event with the id 0 and `"test": true` by the same code as all others, and tells what the sink said. A sink that fails is an answer with `ok` false.',
  'POST /account/streams/{id}/replay':
    'Sets the position back, so that everything that arrived since then and matches is sent again. `events` is about how many will come.',
  'POST /account/streams/{id}/secret':
    'Makes a new signing secret and shows it this once. For 24 hours the former one signs as well.',
  'GET /account/streams/{id}/deliveries':
    'Returns the last 200 deliveries of a stream, newest first. While all goes well one row adds up the deliveries of a second.',
  'GET /account/streams/{id}/set-aside':
    'Lists the events that the sink refused one by one. They stay here until they are sent again.',
  'POST /account/streams/{id}/set-aside/retry': 'Sends all events again that were set aside.',
  'POST /account/events/{id}/redact':
    'Replaces the message by `redacted` and removes user name, user id, browser, session and address of one event, for good. What happened, where and when stays. Asking again changes nothing. An event on legal hold is 409.',
  'POST /account/redactions':
    'Begins to do the same with all events of one person that have arrived by now: by the user name, or by a site and its user id, or by all three. The answer has the id under which to ask how far it has come. One runs at a time.',
  'GET /account/redactions/{id}':
    'Tells how many events were found, redacted, and left because of a legal hold. When it is done it names the streams and exports that may have had these events: what left cannot be called back.',
  'GET /account/holds':
    'Lists the legal holds of the account, newest first: all that run, and the last thousand that ended. One that the provider set has no `reason` here.',
  'POST /account/holds':
    'Sets a legal hold on a site or on the whole account. Until it is ended, retention deletes nothing that it covers, and deleting the site or the account is 409.',
  'DELETE /account/holds/{id}':
    'Ends a legal hold. Retention waits for its grace after that. A hold that the provider set is 409: only the provider ends it.',
  'GET /account/log':
    'The newest log of the account: its name, size and root, how far it is behind the events, who signs it and since when. A group key gets the same.',
  'GET /account/log/checkpoint':
    'The signed note of the newest size (c2sp.org/tlog-checkpoint). Keep copies of it outside the service: whoever has one notices when the log is another one later.',
  'GET /account/log/consistency':
    'Proves that the log at the size `from` is the beginning of that at `to`, by hashes alone (section 2.1.2 of RFC 6962).',
  'GET /account/log/tile/{level}/{index}':
    'A tile of the log (c2sp.org/tlog-tiles): 256 hashes, or 256 entries as they are hashed, for programs that follow any such log; its checkpoint is at `/account/log/checkpoint`. Parts of a tile are there up to the newest signed size. A tile never changes, but after a restore another log begins at the same paths: compare the name in the checkpoint.',
  'GET /account/log/bundle':
    'Everything that the log holds, as one file that `goal verify` and the programs of the guide check offline: the events with their salts, the acts that the log was told, and the checkpoint. Of a site or a group only its own events and acts, with hashes in place of the others. It is streamed and cut off as an export is, and recorded. A file without its last line was cut off.',
  'GET /account/events/{id}/proof':
    'One event with the proof that it is in the log, as one file (c2sp.org/tlog-proof). 503 with `Retry-After` while it is not sealed yet; 404 also for an event that was stored before the log began.',
  // Read API and ingest
  'GET /events':
    'Returns a page of the events of the site that the key belongs to, newest first. Follow `next_cursor` with the same filters until it is empty.',
  'POST /events':
    'Stores one event, or up to 1,000 in `events`, and answers once they are durable. A bad event holds back none of the others: `rejected` names it by its index. With an `event_uuid` a retry stores nothing twice.',
  'GET /events/{id}': 'Returns one event with the fields that lists leave out, such as the user agent and the address.',
  'GET /events/{id}/proof':
    'One event of the site with the proof that it is in the log of its account, as one file (c2sp.org/tlog-proof). 503 with `Retry-After` while it is not sealed yet; 404 also for an event that was stored before the log began.',
  'GET /log/bundle':
    'The events of the site with their salts and the proof that they are all, as one file that `goal verify` checks offline: hashes stand in place of what concerns other sites. It is streamed and cut off as an export is, and recorded.',
  'GET /log-keys':
    'The public keys that sign the logs of this service, of all times, the oldest first: to be compared with those that a bundle names.',
  'GET /events/summary': 'Counts the matching events of the site by one or two keys, as for the account.',
  'GET /events/tail': 'Follows the events of the site in the order in which they became visible, as for the account.',
  'GET /events/export': 'Streams every event of the site that matches, as for the account.',
  'GET /exports/{id}': 'Tells whether an export of the site is whole, as for the account.',
  // Operator API
  'GET /admin/whoami': 'Tells the name and the scope of the token that asks: call this first to see whether it works.',
  'GET /admin/status':
    'Tells what the command `goal status` says: version, database, instances, retention, mail, people and refused payments. `concerns` is empty where nobody is wanted.',
  'GET /admin/plans': 'Lists the plans with their limits. They are rows of the database and can be changed.',
  'PATCH /admin/plans/{slug}':
    'Changes limits of a plan for all its accounts from the next request on. Sites above a lower limit stay; a shorter retention takes effect after the grace period.',
  'GET /admin/retention':
    'Tells when retention ran last, what it deleted, what is overdue by its last count, and what holds it back until a person confirms.',
  'GET /admin/accounts':
    'Returns a page of accounts, newest first or by what they use. `q` finds a part of the e-mail, or an id; `plan`, `is_reseller` and `over` filter.',
  'GET /admin/accounts.csv':
    'Streams all rows of the list of accounts with the same parameters, in its order, as a CSV file. Each file is recorded.',
  'GET /admin/attention':
    'Returns a page of accounts or sites that may need an operator, of one kind. `count` says how many there are and ends at 1,000.',
  'GET /admin/sites.csv':
    'Streams all rows of the list of sites with the same parameters as a CSV file. Each file is recorded.',
  'GET /admin/accounts/{id}/sites.csv':
    'Streams all sites of the account that match, newest first, as a CSV file. Each file is recorded.',
  'GET /admin/actions.csv':
    'Streams all actions that match, newest first, as a CSV file. Each file is recorded itself.',
  'POST /admin/accounts':
    'Makes an account with an e-mail that no other account has. It has no keys and no members yet.',
  'GET /admin/accounts/{id}': 'Returns the account with all its sites, newest first.',
  'PATCH /admin/accounts/{id}': 'Changes the e-mail or the name; a field that is left out stays.',
  'DELETE /admin/accounts/{id}':
    'Removes the account with its sites, groups, keys and events for every reader at once. It cannot be undone, so it asks for `confirm=true`. It ends no subscription at the payment provider.',
  'POST /admin/accounts/{id}/reseller':
    'Turns the flag on or off. It lifts the quota of sites, the caps of keys, the paid-plan gate, retention and the rate of account keys, and never changes the plan. Off, the limits of the plan hold at once.',
  'POST /admin/accounts/{id}/plan':
    'Changes the plan at once. A smaller plan pauses the newest active sites beyond its quota; the preview says which. Of a reseller it pauses none.',
  'GET /admin/accounts/{id}/arrivals':
    'Answers «why does nothing arrive» for each site: when it last sent an accepted event, and when and why it was last refused.',
  'GET /admin/accounts/{id}/activity': 'Counts accepted events for each UTC day and severity, from the day counters.',
  'GET /admin/accounts/{id}/top-sites': 'Lists the sites that sent most in the range, with their counts.',
  'GET /admin/accounts/{id}/top-codes':
    'Counts the codes of the newest events, at most 20,000 of them. It shows codes and counts, never an event.',
  'GET /admin/accounts/{id}/silent-sites':
    'Lists the sites that used to send regularly and have been quiet for longer than usual, with the length of their usual gaps.',
  'GET /admin/accounts/{id}/plan/preview':
    'Tells what a change to `plan` would do to this account now: limits, sites that would be paused, what retention would delete. It changes nothing.',
  'GET /admin/accounts/{id}/reseller/preview':
    'Tells what turning the reseller flag on or off would mean for this account now, effect by effect. It changes nothing.',
  'GET /admin/accounts/{id}/summary':
    'Tells the limits, the usage, how many events are kept and from which day, and the last downgrade of the account.',
  'GET /admin/accounts/{id}/sites':
    'Returns a page of sites with their state and what arrives, newest first. `q` finds a part of the domain.',
  'POST /admin/accounts/{id}/sites':
    'Registers a site as the customer would, without the paid-plan gate, and shows its first key this once. The quota of the plan holds.',
  'POST /admin/accounts/{id}/sites/activate':
    'Activates the named paused sites, or those that the last downgrade paused, newest first, as many as the plan has places for. `left` counts those that stay paused.',
  'GET /admin/accounts/{id}/groups': 'Returns a page of groups with the number of their sites and active keys.',
  'GET /admin/accounts/{id}/groups/{group_id}/keys':
    'Lists the keys of a group, active and revoked, newest first, without their secrets.',
  'DELETE /admin/accounts/{id}/groups/{group_id}/keys/{prefix}':
    'Ends a group key for the customer, on every plan. The record names the operator.',
  'GET /admin/accounts/{id}/log':
    'The name and size of the log of the account, and how far it is behind the events; nothing of what it says.',
  'GET /admin/accounts/{id}/holds':
    'Lists the legal holds of the account with reasons and names, newest first: all that run, and the last thousand that ended.',
  'POST /admin/accounts/{id}/holds':
    'Sets a legal hold on a site or on the whole account. The customer sees it as the hold of the provider, without the reason, and cannot end it.',
  'DELETE /admin/accounts/{id}/holds/{hold_id}':
    'Ends a legal hold, whoever set it. Retention waits for its grace after that.',
  'GET /admin/accounts/{id}/streams':
    'Lists the streams of the account with their state: hosts alone, without paths of addresses, and no filters.',
  'POST /admin/streams/{id}/pause': 'Pauses a stream until an operator resumes it; its customer cannot.',
  'POST /admin/streams/{id}/resume': 'Resumes a stream from where it stood, whoever paused it.',
  'GET /admin/accounts/{id}/keys': 'Lists the account keys, active and revoked, newest first, without their secrets.',
  'POST /admin/accounts/{id}/keys':
    'Makes an account key and shows it this once. An account has at most ten active keys; a reseller any number.',
  'DELETE /admin/accounts/{id}/keys/{prefix}':
    'Ends an account key for good: within a second it is refused everywhere, and its exports are cut off.',
  'POST /admin/accounts/{id}/invitations':
    'Invites the first owner of an account. `link` is shown this once; where mail is set up, another link is mailed to the address.',
  'GET /admin/accounts/{id}/members': 'Lists the people of the account with their roles, and the open invitations.',
  'DELETE /admin/accounts/{id}/members/{member_id}':
    'Takes a member out of the account. An account keeps one owner; what the member did stays recorded.',
  'GET /admin/sites':
    'Returns a page of sites, whoever owns them, newest first. `q` finds a part of the domain, or an id.',
  'GET /admin/sites/{id}':
    'Returns the site with its state, what is kept of it, when it last sent an accepted event, and when and why it was last refused.',
  'PATCH /admin/sites/{id}': 'Sets how many reads a second each key of the site may make, from 1 to 1,000.',
  'DELETE /admin/sites/{id}':
    'Removes the site as the customer would: with its keys and events, for good, and only with `confirm=true`.',
  'GET /admin/sites/{id}/activity': 'Counts accepted events of the site for each UTC day and severity.',
  'GET /admin/sites/{id}/keys': 'Lists the keys of the site, active and revoked, newest first, without their secrets.',
  'DELETE /admin/sites/{id}/keys/{prefix}':
    'Ends a key of the site for the customer, on every plan. The record names the operator.',
  'POST /admin/sites/{id}/revoke':
    'Takes the site out of use: its keys are refused with `site revoked`. Only an operator can restore it. Revoking a revoked site changes nothing.',
  'POST /admin/sites/{id}/restore':
    'Gives a revoked site back as a paused one; its customer or an operator activates it.',
  'POST /admin/sites/{id}/activate': 'Makes a paused site active where the plan of its account has a free place.',
  'GET /admin/keys':
    'Finds what a key of this prefix belongs to, whatever its kind. It takes the prefix alone, never the key.',
  'GET /admin/actions':
    'Returns a page of recorded acts of operators, customers, the payment provider and the command line, newest first. They outlive the accounts and sites that they are about.',
  'GET /admin/tokens':
    'Returns a page of admin tokens, active and revoked, without their secrets. They are made with `goal admin-token` on the server alone.',
  'DELETE /admin/tokens/{prefix}':
    'Ends the token of another operator. A token cannot end itself, so that nobody locks themselves out.',
  'POST /admin/people/{id}/reset':
    'Ends all sessions, passwords, passkeys and second factors of a person, and makes a link by which they set a new way in.',
};
