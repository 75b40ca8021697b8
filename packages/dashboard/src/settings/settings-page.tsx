import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, type ReactElement } from 'react';
import { useCan, useCanSeeSystem } from '../accounts/me.ts';
import { PageHeader } from '../ui/layout.tsx';
import { Skeleton } from '../ui/states.tsx';
import { Tabs, type TabSpec } from '../ui/tabs.tsx';
import { MembersPanel } from './members-panel.tsx';
import { OrganizationForm } from './organization-form.tsx';
import { SystemPanels } from './system-panels.tsx';

// Loaded with their tabs, because the other tabs don't need them.
const ModelsForm = lazy(async () => ({ default: (await import('../models/models-form.tsx')).ModelsForm }));
const UsagePanel = lazy(async () => ({ default: (await import('./usage-panel.tsx')).UsagePanel }));

const whenLoaded = (panel: ReactElement): ReactElement => (
  <Suspense fallback={<Skeleton lines={6} />}>{panel}</Suspense>
);

const route = getRouteApi('/signed-in/settings');

export default function SettingsPage(): ReactElement {
  const { tab = 'organization' } = route.useSearch();
  const navigate = route.useNavigate();
  const canSeeMembers = useCan('members:read');
  const canSeeSystem = useCanSeeSystem();
  const tabs: readonly TabSpec<typeof tab>[] = [
    { value: 'organization', label: 'Organization', render: () => <OrganizationForm /> },
    { value: 'models', label: 'Models', render: () => whenLoaded(<ModelsForm projectId={null} />) },
    ...(canSeeMembers ? ([{ value: 'members', label: 'Members', render: () => <MembersPanel /> }] as const) : []),
    { value: 'usage', label: 'Usage', render: () => whenLoaded(<UsagePanel />) },
    ...(canSeeSystem ? ([{ value: 'system', label: 'Installation', render: () => <SystemPanels /> }] as const) : []),
  ];
  return (
    <>
      <PageHeader title="Settings" />
      <Tabs
        label="Settings"
        value={tabs.some(({ value }) => value === tab) ? tab : 'organization'}
        tabs={tabs}
        onChange={(next) => void navigate({ search: { tab: next }, replace: true, resetScroll: false })}
      />
    </>
  );
}
