/** To take out of the URL whenever a filter changes: another list has other pages. */
export const firstPage = { cursor: undefined, page: undefined };
