/** The WordPress plugin, as the dashboard's own server offers it. */
export const pluginFile = { name: 'goal-sender.zip', href: '/goal-sender.zip' } as const;
