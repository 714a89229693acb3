import { pictureDays } from '@goal/contract';

import { SegmentedControl } from '../field/segmented-control.tsx';
import { useRange } from './range.ts';

const options = pictureDays.map((days) => ({ value: `${days}`, label: `${days} days` }) as const);

export function RangeSwitch() {
  const [range, setRange] = useRange();
  return <SegmentedControl label="Range, in UTC days" options={options} value={`${range}`} onChange={setRange} />;
}
