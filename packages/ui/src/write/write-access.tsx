import { createContext, type ReactNode, use } from 'react';

const Refusal = createContext<string | undefined>(undefined);

type Props = {
  /** Why nothing on these pages may be changed; undefined if changes are allowed. */
  refusal: string | undefined;
  children: ReactNode;
};

/** For display only: the API judges every request. */
export function WriteAccessProvider({ refusal, children }: Props) {
  return <Refusal value={refusal}>{children}</Refusal>;
}

export function useWriteRefusal(): string | undefined {
  return use(Refusal);
}
