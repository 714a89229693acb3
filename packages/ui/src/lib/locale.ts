/**
 * The language of numbers and dates, whatever the browser's own is: the words beside them are
 * English, and so are the sentences of the service. British dates write the month in letters, and
 * times have 24 hours, so that nobody reads them wrong.
 */
export const locale = 'en-GB';
