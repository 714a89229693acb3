import { notify } from '@goal/ui/lib/notify.ts';
import { useQueryClient } from '@tanstack/react-query';

/** Returns what to do once a key is revoked: tells the person, and asks for everything again. */
export function useRevoked(prefix: string, onClose: () => void): () => void {
  const queryClient = useQueryClient();
  return () => {
    notify.success(`The key ${prefix} is revoked.`);
    void queryClient.invalidateQueries();
    onClose();
  };
}
