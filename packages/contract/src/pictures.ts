/** How many UTC days a picture may look back. */
export const pictureDays = [7, 30, 90] as const;
/** A picture of codes counts so many of the newest events at most. */
export const countedCodes = 20_000;
