import { expectTypeOf, it } from 'vitest';

import type { operations } from '../src/generated/openapi.ts';
import type { InputOf, OutputOf } from '../src/operations.ts';
import type { RouterInputs, RouterOutputs } from '../src/trpc.ts';

/** The router's type for an operation, whose id is the procedure's path: `account-sites-list`. */
type Of<T, Id> = Id extends `${infer Head}-${infer Rest}`
  ? Head extends keyof T
    ? Of<T[Head], Rest>
    : never
  : Id extends keyof T
    ? T[Id]
    : never;

/**
 * The same type in a normal form: intersections as one object, and one way to make a field
 * optional.
 */
type Plain<T> = [T] extends [void]
  ? undefined
  : T extends readonly (infer Item)[]
    ? Plain<Item>[]
    : T extends object
      ? { [Key in keyof T]: Plain<Exclude<T[Key], undefined>> }
      : T;
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

type Id = keyof operations;
/** It judges its events one by one, so the router accepts any. */
type Ingest = 'ingest-events-send';

/** A 204 has no body, whatever its procedure returns natively. */
type Answered = { [I in Id]: [OutputOf<operations[I]>] extends [void] ? never : I }[Id];
type OtherOutputs = {
  [I in Answered]: Same<Plain<OutputOf<operations[I]>>, Plain<Of<RouterOutputs, I>>> extends true ? never : I;
}[Answered];

/** The router has `void` for a procedure without an input. */
type RouterInput<I> = [Of<RouterInputs, I>] extends [void] ? unknown : Of<RouterInputs, I>;
type OtherInputs = { [I in Id]: [InputOf<operations[I]>] extends [RouterInput<I>] ? never : I }[Id];
/** `signal` is excluded, because it is declared only to keep it from being a field. */
type Names<I extends Id> = Exclude<keyof InputOf<operations[I]>, 'signal'>;
type OtherFields = {
  [I in Id]: [Names<I>, keyof RouterInput<I>] extends [keyof RouterInput<I>, Names<I>] ? never : I;
}[Id];

it('the types of the published document equal those of the router (checked by the compiler)', () => {
  expectTypeOf<OtherOutputs>().toEqualTypeOf<never>();
  expectTypeOf<OtherInputs>().toEqualTypeOf<never>();
  expectTypeOf<Exclude<OtherFields, Ingest>>().toEqualTypeOf<never>();
});
