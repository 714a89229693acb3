export { GroupsPage as default } from '../../../../features/groups/groups-page.tsx';
