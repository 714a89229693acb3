export { MembersPage as default } from '../../../../../features/members/members-page.tsx';
