import { withoutSecrets } from '@goal/contract';

/** Where this tab keeps them; they are gone once their form has opened. */
const kept = 'goal-typed-texts';

type Kept = { at: string; texts: readonly (readonly [label: string, text: string])[] };
type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const here = (): string => window.location.pathname + window.location.search;
const labelOf = (field: Field): string => field.labels?.[0]?.textContent ?? '';
/** What a form keeps: never a password, and never what is marked as secret. */
const fieldsOf = (form: HTMLFormElement): Field[] => [
  ...form.querySelectorAll<Field>(
    ':is(input:is([type=text], [type=email], [type=number], [type=checkbox], [type=radio], :not([type])), textarea, select):not([data-secret])',
  ),
];

const isTick = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio');
const valueOf = (field: Field): string => (isTick(field) ? String(field.checked) : field.value);

/** Keeps what stands in the forms that restore it, for the time of a sign-in, without keys. */
export function keepTypedTexts(): void {
  const forms = [...document.querySelectorAll<HTMLFormElement>('form[data-restores]')];
  if (forms.length === 0) return;
  const texts = forms
    .flatMap(fieldsOf)
    .map((field) => [labelOf(field), valueOf(field)] as const)
    .filter(([label, text]) => label !== '' && text !== '' && withoutSecrets(text) === text);
  window.sessionStorage.setItem(kept, JSON.stringify({ at: here(), texts } satisfies Kept));
}

/** For the `ref` of a form: types what was kept for it at the same address. */
export function restoreTypedTexts(form: HTMLFormElement | null): void {
  if (form === null) return;
  form.dataset['restores'] = '';
  const text = window.sessionStorage.getItem(kept);
  if (text === null) return;
  // Only `keepTypedTexts` of this origin writes it.
  const { at, texts } = JSON.parse(text) as Kept;
  const isOurs = fieldsOf(form).some((field) => texts.some(([label]) => label === labelOf(field)));
  if (at === here() && !isOurs) return;
  window.sessionStorage.removeItem(kept);
  if (at !== here()) return;
  const typeAll = (): void => {
    for (const field of fieldsOf(form)) {
      const typed = texts.find(([label]) => label === labelOf(field))?.[1];
      if (typed !== undefined && typed !== valueOf(field)) type(field, typed);
    }
  };
  // React hears no event while it puts the form into the page.
  queueMicrotask(() => {
    typeAll();
    // Fields that a choice has brought.
    setTimeout(typeAll);
  });
}

/** Types as a person does: React misses a change of its own property `value`. */
function type(field: Field, text: string): void {
  if (isTick(field)) {
    // A click ticks, and ends the tick of the other choices.
    if (field.type === 'checkbox' || text === 'true') field.click();
    return;
  }
  const { prototype } =
    field instanceof HTMLInputElement
      ? HTMLInputElement
      : field instanceof HTMLSelectElement
        ? HTMLSelectElement
        : HTMLTextAreaElement;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}
