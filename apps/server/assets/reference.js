// Draws the interactive reference. Whatever would ask another host, or keep a key, is off.
const { dataset } = document.getElementById('reference');
globalThis.Scalar.createApiReference('#reference', {
  url: dataset.document,
  withDefaultFonts: false,
  telemetry: false,
  persistAuth: false,
  proxyUrl: '',
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  hideDarkModeToggle: true,
  darkMode: matchMedia('(prefers-color-scheme: dark)').matches,
  forceDarkModeState: matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
  documentDownloadType: 'direct',
  defaultOpenFirstTag: false,
  theme: 'default',
  hiddenClients: false,
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
});
