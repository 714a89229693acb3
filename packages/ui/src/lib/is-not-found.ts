import { failureOf } from './errors.ts';

export const isNotFound = (error: unknown): boolean => failureOf(error).status === 404;
