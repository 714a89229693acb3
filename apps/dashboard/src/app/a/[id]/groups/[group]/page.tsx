export { GroupPage as default } from '../../../../../features/groups/group-page.tsx';
