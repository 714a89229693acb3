import type { Result } from '../report.ts';
import type { World } from './world.ts';

/** The rows of a measure whose endpoint this version of the service has; one row without a figure where it has not. */
export async function whereOffered(
  world: World,
  { path, what }: { path: string; what: string },
  measure: () => Promise<Result[]>,
): Promise<Result[]> {
  const document = await world.http.send({ path: '/openapi.json' });
  if (document.includes(`${path}"`)) return await measure();
  return [{ what, figures: '', ratios: [], needs: `${path} in the service` }];
}
