export const lookAgainMs = 5000;
