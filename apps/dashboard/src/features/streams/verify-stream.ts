import type { StreamView } from '@goal/contract';
import type { AppRouter } from '@goal/client/trpc';
import type { Verdict } from '@goal/ui/trpc/use-verified-mutation.ts';
import type { TRPCClient } from '@trpc/client';

/** How often a page looks how its streams are. */
export const lookAgainMs = 5000;

type Client = TRPCClient<AppRouter>;

/** How a stream is after the answer to a change was lost. */
export async function verifyStream(
  client: Client,
  id: string,
  { is, yes, no }: { is: (stream: StreamView) => boolean; yes: string; no: string },
): Promise<Verdict> {
  const isDone = is(await client.dashboard.streams.get.query({ id }, { context: { alone: true } }));
  return { isDone, sentence: isDone ? yes : no };
}

/** Whether there is a stream of this name after the answer to its making was lost. */
export async function verifyNewStream(client: Client, name: string): Promise<Verdict> {
  const { streams } = await client.dashboard.streams.list.query(undefined, { context: { alone: true } });
  return streams.some((one) => one.name === name.trim())
    ? {
        isDone: true,
        sentence: 'The stream is made. The secret of a webhook is shown once: make a new one on its page.',
      }
    : { isDone: false, sentence: 'The stream is not made.' };
}
