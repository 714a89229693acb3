// Apart from the shapes: a page that loads zod breaks its Content-Security-Policy.

/** A member types this to delete several sites (rulings §10.35): `delete 3 sites`. */
export const deletionOf = (count: number): string => `delete ${count} ${count === 1 ? 'site' : 'sites'}`;
