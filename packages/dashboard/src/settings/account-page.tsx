import { getRouteApi } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useMe } from '../accounts/me.ts';
import { SignInPanels } from '../accounts/sign-in-panels.tsx';
import { NotificationsPanel } from '../notifications/notifications-panel.tsx';
import { PageHeader } from '../ui/layout.tsx';
import { Notice } from '../ui/notice.tsx';
import { Tabs } from '../ui/tabs.tsx';

const route = getRouteApi('/signed-in/account');

/** The user's own account: name, password, second factor, sessions, and the notifications of this organization. */
export default function AccountPage(): ReactElement {
  const { user } = useMe();
  const { tab = 'account' } = route.useSearch();
  const navigate = route.useNavigate();
  if (user === null) return <Notice tone="warn">An API key has no account.</Notice>;
  return (
    <>
      <PageHeader title="Your account" text={user.email} />
      <Tabs
        label="Your account"
        value={tab}
        tabs={[
          { value: 'account', label: 'Sign-in', render: () => <SignInPanels user={user} /> },
          { value: 'notifications', label: 'Notifications', render: () => <NotificationsPanel /> },
        ]}
        onChange={(next) => void navigate({ search: { tab: next }, replace: true, resetScroll: false })}
      />
    </>
  );
}
