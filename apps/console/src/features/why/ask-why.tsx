import { AskDialog, type AskProps } from '@goal/ui/dialog/ask-dialog.tsx';
import { useState } from 'react';

import { WhyField } from './why-field.tsx';

type Props<Output, Failure, Input, Context> = Omit<AskProps<Output, Failure, Input, Context>, 'input'> & {
  /** What the procedure is called with, for what was typed. */
  input: (reason: string) => Input;
};

export function AskWhy<Output, Failure, Input, Context>({
  input,
  children,
  ...props
}: Props<Output, Failure, Input, Context>) {
  const [why, setWhy] = useState('');
  return (
    <AskDialog {...props} input={input(why)}>
      {children}
      <WhyField value={why} onChange={setWhy} />
    </AskDialog>
  );
}
