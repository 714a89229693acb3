import { DomainError } from '@goal/contract';
import { callerOfMember, type Caller, type MembershipPart, type SessionCredential } from '@goal/core';

/** A session whose person is a member of the account that they name. */
export type JudgedMember = { session: SessionCredential; membership: MembershipPart; caller: Caller };

/** The member behind a session. Throws `not_found` without a membership. */
export function memberOf(session: SessionCredential): JudgedMember {
  const { membership } = session;
  if (membership === undefined) throw new DomainError('not_found');
  return { session, membership, caller: callerOfMember(session, membership) };
}

/** As `memberOf`; also throws `second_factor_required` if the account wants one. */
export function fullMemberOf(session: SessionCredential): JudgedMember {
  const judged = memberOf(session);
  const { needsSecondFactor } = judged.membership.account;
  if (needsSecondFactor && !session.person.hasSecondFactor) throw new DomainError('second_factor_required');
  return judged;
}
