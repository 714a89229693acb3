import type { AppRouter, RouterOutputs } from '@goal/client/trpc';
import { type Operation, TRPCClientError, type TRPCClient, type TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';

/** The id under which a page asks for a change (rulings §10.52), and the procedure that does it. */
type Act = { id: string; path: string };

/** What became of a change. */
export type ActOutcome = RouterOutputs['me']['act'];

/** `crypto.randomUUID` is missing on a page that came over plain HTTP from another machine. */
function newActId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** Gives each mutation an id, which stays with its failure. */
export const actLink: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) => {
    if (op.type !== 'mutation') return next(op);
    const act: Act = { id: newActId(), path: op.path };
    return observable((observer) =>
      next({ ...op, context: { ...op.context, act } }).subscribe({
        next: (value) => observer.next(value),
        complete: () => observer.complete(),
        error: (error) => {
          error.meta = { ...error.meta, act };
          observer.error(error);
        },
      }),
    );
  };

/** The header that names the act of a call. */
export function actHeaders({ context }: Pick<Operation, 'context'>): Record<string, string> {
  const act = actIn(context);
  return act === undefined ? {} : { 'x-goal-act': act.id };
}

/** The service gives up an act that waits for its database after two seconds. */
const settledAfterMs = 3000;

/**
 * Asks what became of a mutation that failed without an answer. An act that is not done yet may
 * still be under way, so it is asked about once more. Throws if there is no answer either, or if
 * the failure is not one of a mutation.
 */
export async function outcomeOf(client: TRPCClient<AppRouter>, error: unknown): Promise<ActOutcome> {
  const act = error instanceof TRPCClientError ? actIn(error.meta) : undefined;
  if (act === undefined) throw new Error('not the failure of a mutation');
  // `me.act` knows the acts of a person in all accounts, also in one that the act has closed.
  const { act: procedure } = act.path.startsWith('admin.') ? client.admin : client.me;
  const ask = () => procedure.query({ id: act.id }, { context: { alone: true } });
  const found = await ask();
  if (found.state === 'done') return found;
  await new Promise((resolve) => setTimeout(resolve, settledAfterMs));
  return ask();
}

/** Only `actLink` writes it. */
const actIn = (at: Record<string, unknown> | undefined): Act | undefined => at?.['act'] as Act | undefined;
