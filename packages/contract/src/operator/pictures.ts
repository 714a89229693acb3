/** The ranges of a picture, in UTC days. */
export const pictureDays = [7, 30, 90] as const;
/** Maximum number of newest events that a picture of codes counts. */
export const countedCodes = 20_000;
