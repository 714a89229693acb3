import { expect } from 'vitest';

/** Returns the data of a success. */
export function data(answer: { body: unknown; status: number; text: string }): unknown {
  expect(answer.status, answer.text).toBe(200);
  return (answer.body as { result: { data?: unknown } }).result.data;
}

export type Failure = { message: string; code: number; data: { code: string; httpStatus: number; path?: string } };
/**
 * Checks for the sentence and status of REST, with nothing added beyond tRPC’s own fields (rulings
 * §2.1).
 */
export function refused(
  answer: { status: number; body: unknown; text: string },
  status: number,
  message: string,
): void {
  const { error } = answer.body as { error: Failure };
  expect({ status: answer.status, message: error?.message }, answer.text).toEqual({ status, message });
  expectOwn(answer.body, status);
}
/** Checks for an error of tRPC’s own shape and nothing else. */
export function expectOwn(body: unknown, status: number): void {
  expect(Object.keys(body as object)).toEqual(['error']);
  const { error } = body as { error: Failure };
  expect(Object.keys(error).sort()).toEqual(['code', 'data', 'message']);
  expect(
    Object.keys(error.data)
      .filter((key) => key !== 'path')
      .sort(),
  ).toEqual(['code', 'httpStatus']);
  expect(error.data.httpStatus).toBe(status);
}
