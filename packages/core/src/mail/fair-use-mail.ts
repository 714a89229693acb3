import { letter } from './letter.ts';
import type { Message } from './mailer.ts';

/** The contents of a fair-use mail: the month's figures, in events. */
export type FairUse = { email: string; plan: string; month: Date; accepted: number; figure: number };

/**
 * The mail that an account gets once in a month in which it exceeds its plan's fair use (rulings
 * §9.3).
 */
export function fairUseMessage({ email, plan, month, accepted, figure }: FairUse): Omit<Message, 'id'> {
  const name = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(month);
  const count = (events: number): string => new Intl.NumberFormat('en').format(events);
  return {
    to: email,
    ...letter(`Your audit log has passed the fair use of ${name}`, [
      'Hello,',
      `in ${name} your sites have sent ${count(accepted)} events so far. The fair use of your plan, ${plan}, is ${count(figure)} events a month.`,
      'Nothing is cut off: every event is stored, and can be read as before. If your sites keep sending this much, a larger plan fits you better; if you did not expect it, look for a site that logs the same thing again and again.',
      'You get this mail once in a month. The count starts again on the first day of the next one (UTC).',
    ]),
  };
}
