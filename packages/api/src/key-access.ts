import { DomainError, type KeyAccess } from '@goal/contract';
import type { ProcedureType } from '@trpc/server';

/**
 * A `read` key calls what only reads, and a `send` key nothing but ingest (rulings §12.2). The
 * procedure itself tells whether it reads. Throws `read_only_key`, `send_only_key`.
 */
export function judgeAccess({ access }: { access: KeyAccess }, call: ProcedureType | 'ingest'): void {
  if (access === 'read' && call !== 'query') throw new DomainError('read_only_key');
  if (access === 'send' && call !== 'ingest') throw new DomainError('send_only_key');
}
