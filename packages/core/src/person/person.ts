import type { SignInWay } from '@goal/contract';

/** A person as the verbs know them. */
export type PersonRef = { rowId: number; email: string };

/** Where a sign-in comes from: the visitor's address and browser, as the dashboard tells them. */
export type Visitor = { address: string; userAgent: string | undefined };

/** How a session begins. */
export type Entry = { person: PersonRef; how: SignInWay; visitor: Visitor };
