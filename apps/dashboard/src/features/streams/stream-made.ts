/** Its answer shows what was made, and the secret of a webhook once. */
export const streamMade = {
  done: 'The stream is made. The secret of a webhook is shown once: make a new one on its page.',
  told: false,
} as const;
