import type { Role } from './people.ts';

/** A role, of the whole account or of one group. An owner has the whole account. */
export type Standing = { role: Role; isOfGroup: boolean };

/** The role that a procedure of an account wants of its caller. */
export type MemberAccess = 'member' | 'admin' | 'adminOfAll' | 'owner';

/** Whether a member may call procedures of this access (rulings §10.6). */
export function hasAccess({ role, isOfGroup }: Standing, access: MemberAccess): boolean {
  if (access === 'member') return true;
  if (access === 'owner') return role === 'owner';
  return role !== 'viewer' && (access === 'admin' || !isOfGroup);
}
