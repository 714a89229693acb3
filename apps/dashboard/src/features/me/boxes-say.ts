/** A change of a box needs no notice, because the box shows what holds now. */
export const boxesSay = { done: 'The boxes show what holds now.', told: false } as const;
