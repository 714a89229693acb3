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
  const lines = [
    'Hello,',
    `in ${name} your sites have sent ${count(accepted)} events so far. The fair use of your plan, ${plan}, is ${count(figure)} events a month.`,
    'Nothing is cut off: every event is stored, and can be read as before. If your sites keep sending this much, a larger plan fits you better; if you did not expect it, look for a site that logs the same thing again and again.',
    'You get this mail once in a month. The count starts again on the first day of the next one (UTC).',
  ];
  return {
    to: email,
    subject: `Your audit log has passed the fair use of ${name}`,
    text: `${lines.join('\n\n')}\n`,
    html: `<!doctype html><html lang="en"><body style="font-family: sans-serif; line-height: 1.5; max-width: 36em">${lines.map((line) => `<p>${escaped(line)}</p>`).join('')}</body></html>\n`,
  };
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (one) => entities[one] ?? one);
