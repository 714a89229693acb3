/**
 * Removes the page from the URL. Every change of a filter applies it, because the pages change too.
 */
export const firstPage = { cursor: undefined, page: undefined };
