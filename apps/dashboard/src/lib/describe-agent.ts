// Order matters: most browsers name the others as well.
const browsers = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;
const systems = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS', 'macOS'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
] as const;

/** The browser and system of a `User-Agent`: «Chrome on Linux»; undefined if it names neither. */
export function describeAgent(agent: string): string | undefined {
  const named = (all: readonly (readonly [string, string])[]): string | undefined =>
    all.find(([mark]) => agent.includes(mark))?.[1];
  const browser = named(browsers);
  const system = named(systems);
  if (browser === undefined) return system;
  return system === undefined ? browser : `${browser} on ${system}`;
}
