import { useState } from 'react';

import { type Failure, failureOf } from '../lib/errors.ts';

type Mutation = { error: unknown; isPending: boolean; reset: () => void };

/** What is known about it, with the service's own sentence. */
type Refusal = Failure & { message: string };

/**
 * The texts of the fields of a form. A refusal stands at the field that `fieldOf` names, until a
 * text is changed; without such a field it is in `mutation`, for the dialog around the fields. A
 * 400 is about the first field unless `fieldOf` says otherwise.
 */
export function useTextFields<Name extends string>(
  start: Readonly<Record<Name, string>>,
  { error, isPending, reset }: Mutation,
  fieldOf?: (refusal: Refusal) => NoInfer<Name> | undefined,
) {
  const [texts, setTexts] = useState(start);
  const failure = error instanceof Error ? { ...failureOf(error), message: error.message } : undefined;
  const first = Object.keys(start)[0];
  const at = failure && (fieldOf === undefined ? failure.status === 400 && first : fieldOf(failure));
  const type = (name: Name, text: string): void => {
    reset();
    setTexts((former) => ({ ...former, [name]: text }));
  };
  return {
    texts,
    type,
    mutation: { isPending, error: typeof at === 'string' ? null : error },
    /** The properties of a field; `clean` takes away what may not stay in it. */
    field: (name: Name, clean = (text: string): string => text) => ({
      value: texts[name],
      onChange: (event: { currentTarget: { value: string } }): void => type(name, clean(event.currentTarget.value)),
      error: at === name ? failure?.sentence : undefined,
      autoComplete: 'off',
      dir: 'auto' as const,
    }),
  };
}
