/** The hour (UTC) of the first day of a month at which the mail is due. */
const hour = 7;

/** When the mail of the month after that of a moment is due (UTC). */
export const nextFirst = (after: Date): Date =>
  new Date(Date.UTC(after.getUTCFullYear(), after.getUTCMonth() + 1, 1, hour));

/** The first day of the month (UTC) of a moment: `2026-11-01`. */
export const firstOf = (at: Date): string => `${at.toISOString().slice(0, 7)}-01`;
