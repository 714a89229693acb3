import type { Result } from '../report.ts';
import type { World } from './world.ts';

/**
 * Runs a measure if this version of the service has its endpoint; otherwise returns one row without
 * a figure.
 */
export async function whereOffered(
  world: World,
  { path, what }: { path: string; what: string },
  measure: () => Promise<Result[]>,
): Promise<Result[]> {
  const document = await world.http.send({ path: '/openapi.json' });
  if (document.includes(`${path}"`)) return await measure();
  return [{ what, figures: '', ratios: [], needs: `${path} in the service` }];
}
