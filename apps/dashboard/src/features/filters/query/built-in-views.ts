type BuiltInView = { id: string; name: string; query: string };

/** The codes that the plugin gives to what happens to plugins and themes. */
const pluginsAndThemes = [
  5000, 5001, 5002, 5003, 5004, 5028, 5030, 5034, 5005, 5006, 5007, 5008, 5009, 5029, 5031, 5035,
];
const signIns = ['login', 'logout', 'failed-login'].map((type) => `&not_event_type=${type}`).join('');

export const builtInViews: readonly BuiltInView[] = [
  { id: 'failed-sign-ins', name: 'Sign-ins that failed', query: 'event_type=failed-login' },
  { id: 'users', name: 'Users and roles', query: `range=30d&object=user${signIns}` },
  { id: 'plugins', name: 'Plugins and themes', query: `range=30d&code=${pluginsAndThemes.join(',')}` },
  { id: 'critical', name: 'Critical, last 24 hours', query: 'range=24h&severity=critical' },
];
