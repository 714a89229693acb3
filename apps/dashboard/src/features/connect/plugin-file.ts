/** Members of a reseller with a brand get it without the product's name (rulings §10.38). */
export const pluginFiles = { usual: 'goal-sender.zip', branded: 'log-sender.zip' } as const;
