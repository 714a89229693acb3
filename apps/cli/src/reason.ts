import { reasonInput } from '@goal/contract';
import { Option } from 'commander';

import { Refusal } from './refusal.ts';

/** `--reason TEXT`: why, as it stands in the operators' record (rulings §8). */
export const reasonOption = (): Option =>
  new Option('--reason <text>', 'why, for the record of operators; customers never see it').argParser(reasonOf);

/** Does not repeat an invalid text, which may hold a secret. */
function reasonOf(text: string): string | undefined {
  const parsed = reasonInput.safeParse({ reason: text });
  if (parsed.success) return parsed.data.reason;
  throw new Refusal(parsed.error.issues.map((issue) => issue.message).join(', '));
}
