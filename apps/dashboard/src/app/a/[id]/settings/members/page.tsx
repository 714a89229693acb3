import { MembersPage } from '../../../../../features/members/members-page.tsx';

export default function MembersSettingsPage() {
  return <MembersPage />;
}
