import { withoutSecrets } from '@goal/contract';
import { TextInput, type TextInputProps } from '@mantine/core';

import { firstPage } from './first-page.ts';
import { useDraft } from './use-draft.ts';
import { useUrlState } from './use-url-state.ts';

type Props = Pick<TextInputProps, 'label' | 'placeholder' | 'className' | 'mb'> & { q: string };

/** The text becomes `q` of the address once typing pauses or at Enter; Escape removes it. */
export function SearchField({ q, ...props }: Props) {
  const [, change] = useUrlState();
  const { isReady, ...search } = useDraft(q, (text) =>
    change({ q: text, ...firstPage }, q === '' ? 'push' : 'replace'),
  );
  return (
    <TextInput
      {...props}
      disabled={!isReady}
      value={search.text}
      onChange={(event) => search.type(withoutSecrets(event.currentTarget.value))}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Escape') search.settle('');
        if (event.key === 'Enter') search.settle(search.text);
      }}
      autoComplete="off"
      spellCheck={false}
      dir="auto"
    />
  );
}
