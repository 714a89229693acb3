import type { MemberAccount } from '@goal/contract';

type Member = Pick<MemberAccount, 'role' | 'group'>;

/** Whether a member reaches the whole account. */
export const reachesAll = ({ group }: Member): boolean => group === null;

/** Whether a member may change keys and members: an owner or admin of the whole account. */
export const mayManage = (member: Member): boolean => reachesAll(member) && member.role !== 'viewer';

/** Whether a member may change sites and their keys: those of one group, or of the account. */
export const mayChangeSites = ({ role }: Pick<Member, 'role'>): boolean => role !== 'viewer';

export const isOwner = ({ role }: Member): boolean => role === 'owner';
