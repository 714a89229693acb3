// Draws the interactive reference. Everything that would call another host or store a key is off.
// Scalar's greys and method colours have too little contrast.
const customCss = `
.light-mode {
  --scalar-color-2: #4c5a69; --scalar-color-3: #57636f; --scalar-color-green: #1e6b34; --scalar-color-red: #a8231b;
  --scalar-color-orange: #8a4b00; --scalar-color-yellow: #6f5400; --scalar-color-blue: #0b5cad; --scalar-color-purple: #7a2c8f;
}
.dark-mode { --scalar-color-2: #c0cad4; --scalar-color-3: #a9b5c1; --scalar-color-red: #ff9a91; }
`;
const dark = matchMedia('(prefers-color-scheme: dark)');
dark.addEventListener('change', () => location.reload());
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
  darkMode: dark.matches,
  forceDarkModeState: dark.matches ? 'dark' : 'light',
  documentDownloadType: 'direct',
  theme: 'default',
  customCss,
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
});
