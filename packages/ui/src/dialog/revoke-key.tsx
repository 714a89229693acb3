import { Time } from '../text/time.tsx';

export const revokeKey = (prefix: string) => ({
  title: `Revoke the key ${prefix}?`,
  color: 'red',
  done: `The key ${prefix} is revoked.`,
});

export function LastUse({ at }: { at: string | null }) {
  if (at === null) return 'It was never used.';
  return (
    <>
      It was last used <Time value={at} as="ago" />.
    </>
  );
}
