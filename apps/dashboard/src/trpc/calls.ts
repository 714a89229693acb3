import { personHeaders } from '../lib/person-of-page.ts';
import { confirmLink } from './confirm-link.ts';
import { personLink } from './person-link.ts';

/** What each call of a procedure goes through, and the headers that all have. */
export const calls = { links: [confirmLink, personLink], headers: personHeaders };
