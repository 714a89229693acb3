import { useSiteName } from './names.ts';

/** The domain of a site by its id. */
export function SiteName({ id }: { id: string }) {
  const name = useSiteName(id);
  return name === null ? 'no site of yours' : (name ?? '…');
}
