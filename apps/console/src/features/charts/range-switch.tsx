'use client';

import { pictureDays } from '@goal/contract';

import { Choice } from '../../ui/choice.tsx';
import { useRange } from './range.ts';

const options = pictureDays.map((days) => ({ value: `${days}`, label: `${days} days` }) as const);

/** How far back the pictures of this page look. */
export function RangeSwitch() {
  const [range, setRange] = useRange();
  return <Choice label="Range, in UTC days" options={options} value={`${range}`} onChange={setRange} />;
}
