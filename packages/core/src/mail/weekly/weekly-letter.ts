import { grouped, counted, longDay } from '../../ground/wording.ts';
import { letter, signature, type Letter } from '../letter.ts';
import type { Counted, WeeklyFigures } from './figures.ts';
import { isolated, nameInMail, plainText } from '../plain-text.ts';
import { zoneClock } from '../../summary/zone-clock.ts';

/** What surrounds the figures of a weekly summary. */
export type WeeklyFrame = {
  /** The account; without a name its e-mail stands. */
  account: { name: string | null; email: string };
  /** The one group that the member may see; undefined: the whole account. */
  group: string | undefined;
  /** The person's time zone. */
  zone: string;
  /** Where the log of the week is. */
  log: string;
  /** Where these mails are ended without a sign-in. */
  unsubscribe: string;
  /** The name of the account's brand, where there is one. */
  brand: string | null;
};

/** Most lines of figures in a weekly summary (rulings §10.40). */
export const linesMax = 20;

/** Writes the weekly summary. The subject names nobody, so that no name gets into a header. */
export function weeklyLetter(figures: WeeklyFigures, frame: WeeklyFrame): Letter {
  const days = `${longDay(figures.from)} to ${longDay(figures.to)}`;
  return letter(`Your audit log, ${days}`, [
    'Hello,',
    ...figureParagraphs(figures, frame).map((lines) => lines.join('\n')),
    'The log of these days:',
    frame.log,
    'You switched this mail on in the dashboard, under Me. To get no weekly summary any more, of any account:',
    frame.unsubscribe,
    ...signature(frame.brand),
  ]);
}

/** The lines with figures, in paragraphs: at most 20 lines in all. */
export function figureParagraphs(figures: WeeklyFigures, frame: Pick<WeeklyFrame, 'account' | 'group' | 'zone'>) {
  const { from, to, silent } = figures;
  const { name, email } = frame.account;
  const reach = frame.group === undefined ? '' : ` · ${plainText(frame.group)}`;
  return [
    [
      `${name === null ? nameInMail(email) : plainText(name)}${reach}, ${longDay(from)} to ${longDay(to)} (UTC)`,
      `${eventsOf(figures.all)}; the week before ${eventsOf(figures.before)}`,
      figures.severities.map(({ severity, events }) => `${severity} ${grouped(events)}`).join(', '),
    ],
    codeLines(figures),
    silent.total === 0
      ? []
      : [
          `${counted(silent.total, 'site is silent', 'sites are silent')}${silent.total > silent.sites.length ? `; the last ${silent.sites.length}` : ''}:`,
          ...silent.sites.map(({ domain, sentence }) => `${isolated(domain)}: ${sentence}`),
        ],
    textLines(figures, frame.zone),
  ].filter((lines) => lines.length > 0);
}

const eventsOf = ({ events, atLeast }: Counted): string =>
  `${atLeast ? 'at least ' : ''}${events === 0 ? 'no events' : counted(events, 'event')}`;

function codeLines({ codes: { lookedAt, counts } }: WeeklyFigures): string[] {
  if (counts.length === 0) return [];
  const among = lookedAt === null ? '' : ` among the newest ${counted(lookedAt, 'event')}`;
  return [
    `The most frequent codes${among}:`,
    ...counts.map(
      ({ code, name, events }) => `${code}${name === undefined ? '' : ` ${name}`}, ${counted(events, 'event')}`,
    ),
  ];
}

function textLines({ texts = [] }: WeeklyFigures, zone: string): string[] {
  if (texts.length === 0) return [];
  const moment = new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'UTC',
  });
  const { offset } = zoneClock(zone);
  const local = (at: string): number => Date.parse(at) + offset(Date.parse(at));
  return [
    `The newest critical and high events, by the clock of ${zone}:`,
    ...texts.map(
      ({ at, domain, code, message }) =>
        `${moment.format(local(at))}, ${isolated(domain)}, ${code}: «${plainText(message)}»`,
    ),
  ];
}
