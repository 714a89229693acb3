/** The cause and the cure of each sentence about streams (rulings §15). */
export const streamAdvice = {
  sink_object: ['`sink` is missing, or no object.', 'Send `sink` with a `type` and the fields of that type.'],
  sink_type: [
    '`type` of the sink is none of the known ones.',
    'Take `webhook`, `splunk`, `otlp`, `s3`, `syslog` or `mail`.',
  ],
  stream_url: [
    'The address is not https, holds credentials or a fragment, or is longer than 2,048 characters.',
    'Put credentials into `headers`. An operator can allow http for networks of their own (`STREAM_ALLOW_NETS`).',
  ],
  address_not_allowed: [
    'The address is one of a private network or of the machine itself, and streams send to none of them.',
    'Give an address of the internet. An operator can allow networks of their own (`STREAM_ALLOW_NETS`).',
  ],
  name_sink_or_filters: ['The body names nothing to change.', 'Send `name`, `sink` or `filters`.'],
  invalid_filters: [
    '`filters` is no object, or holds a name that is no filter.',
    'Take the names of the filters of `GET /account/events`, without `from`, `to`, `limit` and `cursor`.',
  ],
  position_not_kept: [
    'The service no longer keeps the order in which events of that time arrived.',
    'Replay from a later moment, or from `oldest`; read older events with an export.',
  ],
  stream_name_taken: ['Another stream of the account has this name.', 'Choose another name.'],
  ten_streams: ['The account has ten streams.', 'Delete one, or widen the filters of one.'],
  no_signing_secret: ['Only webhooks are signed.', 'Change the secret fields of the sink with `PATCH`.'],
  former_secret_signs: [
    'The secret was renewed within the last 24 hours, and the one before it signs beside it as long as was promised.',
    'Wait, or add `end_former=true`, which ends that one at once; so too where the answer with the new secret was lost.',
  ],
  test_running: ['A test of this stream waits for its receiver.', 'Wait for its answer, 15 seconds at most.'],
  stream_paused_by_provider: ['An operator of the service paused this stream.', 'Ask your provider.'],
} as const satisfies Record<string, readonly [cause: string, cure: string]>;
