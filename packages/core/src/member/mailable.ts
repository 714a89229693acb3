import { ownsFactor } from '../sign-in/ways/second-factor.ts';

/**
 * Whether `p` has a second factor where `a` requires one, so that mails may tell of it. Any
 * identity counts: a worker does not know the provider (rulings §10.24).
 */
export const hasRequiredFactor = `(not a.second_factor or ${ownsFactor} or exists (select from identity i where i.person_no = p.no))`;

/** SQL: person `p` gets mails of account `a`: e-mail proven, and a second factor if required. */
export const isMailable = `p.email_proven_at is not null and ${hasRequiredFactor}`;
