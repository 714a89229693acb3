/** Each row says what became of it, and the list is renewed once the dialog closes. */
export const toldInRows = { done: '', renews: false };
