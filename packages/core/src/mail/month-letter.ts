import { letter } from './letter.ts';
import type { Message } from './mailer.ts';
import type { MonthMailKind } from './month-mails.ts';

/** What a mail about a month says: figures in events. `limit` is null where the plan has none. */
export type MonthFigures = {
  email: string;
  plan: string;
  month: Date;
  accepted: number;
  fairUse: number;
  limit: number | null;
};

/** One mail about a month as its reader gets it. */
type MonthComposer = (facts: { month: string; next: string; accepted: string; plan: string } & Amounts) => {
  subject: string;
  paragraphs: string[];
};
type Amounts = { fairUse: string; limit: string | undefined };

const composers: Readonly<Record<MonthMailKind, MonthComposer>> = {
  fair_use: ({ month, accepted, plan, fairUse, limit }) => ({
    subject: `Your audit log has passed the fair use of ${month}`,
    paragraphs: [
      `in ${month} your sites have sent ${accepted} events so far. The fair use of your plan, ${plan}, is ${fairUse} events a month.`,
      `${limit === undefined ? 'Nothing is cut off: every event is stored, and can be read as before' : `Every event is stored up to ${limit} a month; from there on new events are refused until the month ends`}. If your sites keep sending this much, a larger plan fits you better; if you did not expect it, look for a site that logs the same thing again and again.`,
      'You get this mail once in a month. The count starts again on the first day of the next one (UTC).',
    ],
  }),
  limit_near: ({ month, next, accepted, plan, limit = '' }) => ({
    subject: `Your audit log is close to the limit of ${month}`,
    paragraphs: [
      `in ${month} your sites have sent ${accepted} events so far. Your plan, ${plan}, stores at most ${limit} events a month.`,
      `Once the limit is reached, new events are refused until ${next} (UTC). What is stored stays, and can be read as before. A larger plan lifts the limit at once; if you did not expect this, look for a site that logs the same thing again and again.`,
    ],
  }),
  limit_reached: ({ month, next, accepted, plan, limit = '' }) => ({
    subject: `Your audit log has reached the limit of ${month}`,
    paragraphs: [
      `in ${month} your sites have sent ${accepted} events. Your plan, ${plan}, stores at most ${limit} events a month, so new events are refused until ${next} (UTC).`,
      'What is stored stays, and can be read as before. The WordPress plugin keeps new events for up to seven days and sends them as soon as it may. A larger plan lifts the limit at once.',
    ],
  }),
};

/**
 * A mail that an account gets once in a month (rulings §9.3, §10.39); undefined if it no longer
 * applies.
 */
export function monthMessage(
  kind: MonthMailKind,
  { email, plan, month, accepted, fairUse, limit }: MonthFigures,
): Omit<Message, 'id'> | undefined {
  if (!applies(kind, { accepted, fairUse, limit })) return undefined;
  const count = (events: number): string => new Intl.NumberFormat('en').format(events);
  const date = (moment: Date, form: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat('en-GB', { ...form, month: 'long', year: 'numeric', timeZone: 'UTC' }).format(moment);
  const next = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 1));
  const { subject, paragraphs } = composers[kind]({
    month: date(month, {}),
    next: date(next, { day: 'numeric' }),
    accepted: count(accepted),
    plan,
    fairUse: count(fairUse),
    limit: limit === null ? undefined : count(limit),
  });
  return { to: email, ...letter(subject, ['Hello,', ...paragraphs]) };
}

function applies(
  kind: MonthMailKind,
  { accepted, fairUse, limit }: Pick<MonthFigures, 'accepted' | 'fairUse' | 'limit'>,
): boolean {
  if (kind === 'fair_use') return accepted > fairUse;
  if (limit === null) return false;
  return kind === 'limit_reached' ? accepted >= limit : accepted * 10 >= limit * 8 && accepted < limit;
}
