/** Every change of a filter removes the page from the URL, because the pages change too. */
export const firstPage = { cursor: undefined, page: undefined };
