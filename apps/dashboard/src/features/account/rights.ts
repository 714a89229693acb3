import { hasAccess, type MemberAccess, type MemberAccount, type Standing } from '@goal/contract';

type Member = Pick<MemberAccount, 'role' | 'group'>;

export const standingOf = ({ role, group }: Member): Standing => ({ role, isOfGroup: group !== null });

const may = (member: Member, access: MemberAccess): boolean => hasAccess(standingOf(member), access);

export const reachesAll = ({ group }: Member): boolean => group === null;

/** Whether a member may change keys and members: an owner or admin of the whole account. */
export const mayManage = (member: Member): boolean => may(member, 'adminOfAll');

/** Whether a member may change sites and their keys: those of one group, or of the account. */
export const mayChangeSites = (member: Member): boolean => may(member, 'admin');

export const isOwner = (member: Member): boolean => may(member, 'owner');
