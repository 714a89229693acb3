/** The choices of a field from their labels, whose keys are the values. */
export const choicesOf = <T extends string>(labels: Readonly<Record<T, string>>): { value: T; label: string }[] =>
  (Object.keys(labels) as T[]).map((value) => ({ value, label: labels[value] }));
