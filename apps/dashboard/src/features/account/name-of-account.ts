/** What people call an account: its name, or its e-mail where it has none (rulings §10.23). */
export const nameOfAccount = ({ name, email }: { name: string | null; email: string }): string => name ?? email;
