import { ownsFactor } from '../sign-in/ways/second-factor.ts';

/**
 * Whether the person `p` has a second factor where the account `a` requires one, so that mails may
 * tell them of it. Each identity of single sign-on counts as one, because a worker alone does not
 * know which provider is set up (rulings §10.24).
 */
export const hasRequiredFactor = `(not a.second_factor or ${ownsFactor} or exists (select from identity i where i.person_no = p.no))`;

/**
 * Whether the person `p` may get mails about the account `a` that they chose: they proved their
 * e-mail, and have a second factor where the account requires one.
 */
export const isMailable = `p.email_proven_at is not null and ${hasRequiredFactor}`;
