import { withoutSecrets } from '@goal/contract';

/** Where this tab keeps them; they are gone once a form has opened. */
const kept = 'goal-typed-texts';

type Kept = { at: string; texts: readonly (readonly [label: string, text: string])[] };
type Field = HTMLInputElement | HTMLTextAreaElement;

const here = (): string => window.location.pathname + window.location.search;
const labelOf = (field: Field): string => field.labels?.[0]?.textContent ?? '';
const fieldsOf = (of: ParentNode): Field[] => [
  ...of.querySelectorAll<Field>('input:is([type=text], [type=email], [type=number], :not([type])), textarea'),
];

/**
 * Keeps what stands in the fields of the open dialog for the time of a sign-in: never a password,
 * and never a text that holds a key.
 */
export function keepTypedTexts(): void {
  const dialog = document.querySelector('[role="dialog"]');
  if (dialog === null) return;
  const texts = fieldsOf(dialog)
    .filter(({ value }) => value !== '' && withoutSecrets(value) === value)
    .map((field) => [labelOf(field), field.value] as const);
  window.sessionStorage.setItem(kept, JSON.stringify({ at: here(), texts } satisfies Kept));
}

/** Types what was kept into a form that appears at the same address. For the `ref` of the form. */
export function restoreTypedTexts(form: HTMLFormElement | null): void {
  if (form === null) return;
  const text = window.sessionStorage.getItem(kept);
  if (text === null) return;
  window.sessionStorage.removeItem(kept);
  // Only `keepTypedTexts` of this origin writes it.
  const { at, texts } = JSON.parse(text) as Kept;
  if (at !== here()) return;
  // React hears no event while it puts the form into the page.
  queueMicrotask(() => {
    for (const field of fieldsOf(form)) {
      const typed = texts.find(([label]) => label === labelOf(field))?.[1];
      if (typed !== undefined && typed !== field.value) type(field, typed);
    }
  });
}

/** Types as a person does: React misses a change of its own property `value`. */
function type(field: Field, text: string): void {
  const { prototype } = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
