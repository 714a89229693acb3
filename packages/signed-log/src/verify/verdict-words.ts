import type { Verdict } from './verdict.ts';

/** How many changes of a list are told; the verdict has them all. */
const listedMax = 50;

/** The options of a reader, in the words of the place where they were given. */
interface Asked {
  /** Whether a policy of witnesses was given. */
  isPolicyGiven: boolean;
  /** How they give a key: `with --vkey`. */
  howToGiveKey: string;
  /** How they give an older checkpoint. */
  howToGiveCheckpoint: string;
}

/** A verdict in words: the answer first, then what a reader must know to judge it. */
interface VerdictWords {
  answer: string;
  rows: readonly (readonly [label: string, lines: readonly string[]])[];
  /** The facts that no check shows, broken as a terminal wants it. */
  limits: readonly string[];
}

/** Says a verdict as a person reads it. */
export function verdictWords(verdict: Verdict, asked: Asked): VerdictWords {
  return {
    answer: answer(verdict),
    rows: [
      ...verdict.logs.map((log) => ['log', logLines(log, asked)] as const),
      ['key', [keyLine(verdict, asked)]],
      ['checkpoints', [checkpointLine(verdict, asked)]],
      ['events', eventLines(verdict)],
      ['sites', [siteLine(verdict)]],
      ['rules', ruleLines(verdict)],
      ...(verdict.holds.length === 0 ? [] : [['holds', holdLines(verdict)] as const]),
    ],
    limits: limits(verdict),
  };
}

function answer({ fault, scope, logs }: Verdict): string {
  if (fault !== null) {
    const place = [
      fault.line === null ? [] : [`line ${number(fault.line)}`],
      fault.index === null ? [] : [`leaf ${number(fault.index)}`],
    ].flat();
    return `NOT VERIFIED${place.length === 0 ? '' : ` at ${place.join(', ')}`}: ${fault.sentence}.`;
  }
  const size = logs.at(-1)?.size ?? 0;
  const what =
    'account_id' in scope
      ? `the log of account ${scope.account_id} is complete and unaltered`
      : 'site_id' in scope
        ? `the log of site ${scope.site_id} has no gap and is unaltered`
        : `the logs of the sites of group ${scope.group_id} have no gap and are unaltered`;
  return `VERIFIED: ${what}, up to leaf ${number(size)}.`;
}

function logLines(log: Verdict['logs'][number], { isPolicyGiven }: Asked): string[] {
  const { origin, size, root, began_at, earlier_events: earlier } = log;
  const before =
    earlier === null || earlier === 0 ? '' : `; ${counted(earlier, 'event is', 'events are')} older, and not in it`;
  return [
    origin,
    `${counted(size, 'leaf', 'leaves')}${began_at === null ? '' : `, begun ${began_at}`}${before}`,
    `root ${root}`,
    ...log.signed_by.map((vkey) => `signed by ${vkey}`),
    ...log.witnessed_by.map((name) => `witnessed by ${name}${partOf(log)}`),
    ...(isPolicyGiven && log.witnessed_by.length === 0 ? ['witnessed by nobody, which the policy allows'] : []),
  ];
}

/** Witnesses saw the log as it was at their last round, which is seldom its end. */
const partOf = ({ witnessed_size: seen, size }: Verdict['logs'][number]): string =>
  seen === null || seen === size ? '' : `, in its first ${counted(seen, 'leaf', 'leaves')}`;

const keyLine = ({ key }: Verdict, { howToGiveKey }: Asked): string =>
  key === 'given'
    ? 'the key that you gave'
    : `the key is the bundle's own word: compare it with one that came another way, or give that ${howToGiveKey}`;

function checkpointLine({ checkpoints_met: met, verified }: Verdict, { howToGiveCheckpoint }: Asked): string {
  const sizes = met.map(({ size }) => counted(size, 'leaf', 'leaves')).join(', ');
  // Those behind the fault were given too, and nothing is known of them.
  if (!verified) return met.length === 0 ? 'none was met before the fault' : `met before the fault: ${sizes}`;
  if (met.length === 0)
    return `none was given: an older one, ${howToGiveCheckpoint}, shows that nothing was rewritten since then`;
  return `on the way lie those that you gave: ${sizes}`;
}

function eventLines({ events, purges_before_sealing, arrivals_out_of_order: falls }: Verdict): string[] {
  const { kept, purged, deleted, redacted, late } = events;
  return [
    `${number(kept)} shown, ${number(purged)} purged by retention, ${number(deleted)} deleted with their site, ` +
      `${number(redacted)} redacted`,
    ...(late === 0 ? [] : [`${number(late)} arrived more than a day after they happened`]),
    ...(falls.events === 0
      ? []
      : [
          `${number(falls.events)} arrived clearly before what stands in front of them; the first is leaf ` +
            number(falls.first_index ?? 0),
        ]),
    ...(purges_before_sealing === 0
      ? []
      : [`${counted(purges_before_sealing, 'purge', 'purges')} took events before they were in the log`]),
  ];
}

function siteLine({ sites }: Verdict): string {
  const deleted = sites.filter(({ is_deleted }) => is_deleted).length;
  return `${number(sites.length)}${deleted === 0 ? '' : `, of which ${number(deleted)} deleted`}`;
}

/** The one legal way to make events vanish early stands on the first page. */
function ruleLines({ shortenings, more_shortenings: more }: Verdict): string[] {
  if (shortenings.length === 0) return ['no retention became shorter'];
  const rest = shortenings.length - listedMax + more;
  return [
    ...shortenings
      .slice(0, listedMax)
      .map(
        ({ at, site_id, from_days, to_days, by, purged_within_14_days: purged }) =>
          `${at} site ${site_id}: kept ${days(from_days)}, then ${days(to_days)} (by ${by}); ` +
          `${counted(purged, 'event', 'events')} purged within 14 days after`,
      ),
    ...(rest > 0 ? [`and ${number(rest)} more`] : []),
  ];
}

function holdLines({ holds }: Verdict): string[] {
  return holds
    .slice(0, listedMax)
    .map(
      ({ hold, site_id, began_at, ended_at }) =>
        `${hold} of ${site_id === null ? 'the whole account' : `site ${site_id}`}, from ${began_at} ` +
        (ended_at === null ? 'on' : `until ${ended_at}`),
    );
}

function limits({ verified }: Verdict): string[] {
  return verified
    ? [
        'Not shown by any check: what was changed before it was sealed, what a sender never sent or sent falsely,',
        'and what is older than the log. The guide «Verify the log» says what is caught, and where that ends.',
      ]
    : ['Everything above is what the file held up to the fault. The guide «Verify the log» says what to do now.'];
}

const days = (figure: number): string => (figure < 0 ? 'for ever' : counted(figure, 'day', 'days'));
const counted = (value: number, one: string, many: string): string => `${number(value)} ${value === 1 ? one : many}`;
const number = (value: number): string => new Intl.NumberFormat('en').format(value);
