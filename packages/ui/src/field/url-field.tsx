import { withoutSecrets } from '@goal/contract';
import { TextInput } from '@mantine/core';

import { firstPage } from './first-page.ts';
import { useDraft } from './use-draft.ts';
import { useUrlState } from './use-url-state.ts';

type Props = {
  /** The parameter of the URL that the text goes into. */
  name: string;
  label: string;
  /** The text as the URL has it. */
  settled: string;
  placeholder?: string;
  description?: string;
  type?: 'date';
  /** The id of a list of proposals. */
  list?: string;
  error?: string | false;
};

/** The text goes into the URL once typing pauses; for dates, typed in parts, a longer pause. */
export function UrlField({ name, settled, error = false, ...props }: Props) {
  const [, change] = useUrlState();
  const isDate = props.type === 'date';
  const { isReady, ...draft } = useDraft(
    settled,
    (text) => change({ [name]: text, ...firstPage }, settled === '' || text === '' ? 'push' : 'replace'),
    isDate ? 600 : 300,
  );
  return (
    <TextInput
      {...props}
      disabled={!isReady}
      value={draft.text}
      onChange={(event) => draft.type(withoutSecrets(event.currentTarget.value))}
      onKeyDown={(event) => event.key === 'Enter' && draft.settle(draft.text)}
      error={error}
      // Descriptions and errors go below the inputs, so that the inputs stay in one line.
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      autoComplete="off"
      spellCheck={false}
      dir="auto"
      {...(isDate ? { min: '2000-01-01', max: '9999-12-31' } : {})}
    />
  );
}
