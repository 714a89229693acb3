import { FilterSelect } from '@goal/ui/field/filter-select.tsx';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useQuery } from '@tanstack/react-query';

export function PlanFilter({ value, onChange }: { value: string; onChange: (plan: string) => void }) {
  const plans = useQuery(useTRPC().admin.plans.list.queryOptions(undefined, { staleTime: 300_000 }));
  const slugs = plans.data?.plans.map(({ slug }) => slug) ?? [];
  // The plan in the URL is shown before the plans are loaded, even if it does not exist.
  const all = value === '' || slugs.includes(value) ? slugs : [value, ...slugs];
  return <FilterSelect label="Plan" value={value} onChoose={onChange} data={[{ value: '', label: 'All' }, ...all]} />;
}
