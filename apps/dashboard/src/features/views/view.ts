import type { RouterOutputs } from '@goal/client/trpc';

export type View = RouterOutputs['dashboard']['views']['list']['views'][number];
