import { DomainError } from '@goal/contract';

/** The changes of one account within a process: how many are being made, and who is called when one of them ends. */
type Line = { busy: number; waiting: (() => void)[] };

const lines = new WeakMap<object, Map<number, Line>>();

/** Changes of one account that may be under way at once: one holds the lock, the others are ready for it. */
const width = 3;
/** Milliseconds that a change stands in line. */
const patience = 3000;

/**
 * Runs a change of an account when few others of the same account are under way in this process. They wait for each other's lock anyway, but each
 * on a connection that other accounts need (docs/decisions/004). Throws `unavailable` when its turn does not come in time.
 */
export async function inTurn<T>(service: object, account: number, work: () => Promise<T>): Promise<T> {
  const all = lines.get(service) ?? new Map<number, Line>();
  lines.set(service, all);
  const line = all.get(account) ?? { busy: 0, waiting: [] };
  all.set(account, line);
  if (line.busy < width) line.busy += 1;
  else await turn(line);
  try {
    return await work();
  } finally {
    // Who comes next takes the place over.
    const next = line.waiting.shift();
    if (next === undefined) line.busy -= 1;
    else next();
    if (line.busy === 0) all.delete(account);
  }
}

function turn(line: Line): Promise<void> {
  return new Promise((resolve, reject) => {
    const enter = (): void => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(() => {
      line.waiting.splice(line.waiting.indexOf(enter), 1);
      reject(new DomainError('unavailable', { retryAfter: 1 }));
    }, patience);
    line.waiting.push(enter);
  });
}
