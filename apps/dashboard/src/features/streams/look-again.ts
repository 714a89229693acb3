/** How often a page looks how its streams are. */
export const lookAgainMs = 5000;
