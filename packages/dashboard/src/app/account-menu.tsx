import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useMe } from '../accounts/me.ts';
import { chooseOrganization } from '../accounts/organization-choice.ts';
import { signOut } from '../accounts/session-endpoints.ts';
import { useApi, useStore } from '../api/api-context.ts';
import { forgetDrafts } from '../browser/use-draft.ts';
import { forgetKept } from '../editor/kept-text.ts';
import { chooseTheme, themeChoice, type Theme } from '../browser/theme.ts';
import { Menu, MenuChoice, MenuItem, MenuSeparator } from '../ui/menu.tsx';
import { AccountFace } from './account-face.tsx';

const themes: readonly { value: Theme; label: string; icon: 'light' | 'dark' | 'system' }[] = [
  { value: 'light', label: 'Light', icon: 'light' },
  { value: 'dark', label: 'Dark', icon: 'dark' },
  { value: 'system', label: 'System', icon: 'system' },
];

export default function AccountMenu(): ReactElement {
  const api = useApi();
  const me = useMe();
  const theme = useStore(themeChoice);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const leave = async () => {
    await signOut(api);
    api.gate.abandon();
    // The browser's next user must not see this data.
    queryClient.clear();
    forgetDrafts();
    chooseOrganization(undefined);
    await navigate({ to: '/sign-in' });
    // The editor stores unsaved text when it is closed.
    forgetKept();
  };
  const switchTo = async (id: string) => {
    chooseOrganization(id);
    await navigate({ to: '/overview' });
    await queryClient.resetQueries();
  };
  return (
    <Menu side="top" align="start" trigger={<AccountFace />} isOpenAtFirst>
      {me.organizations.length > 1 && (
        <>
          <MenuChoice
            label="Organization"
            value={me.organization.id}
            choices={me.organizations.map(({ id, name: label }) => ({ value: id, label }))}
            onChange={(id) => void switchTo(id)}
          />
          <MenuSeparator />
        </>
      )}
      <MenuChoice label="Appearance" value={theme} choices={themes} onChange={chooseTheme} />
      <MenuSeparator />
      {me.user && (
        <MenuItem icon="shield" onSelect={() => void navigate({ to: '/account' })}>
          Your account
        </MenuItem>
      )}
      <MenuItem icon="out" onSelect={() => void leave()}>
        Sign out
      </MenuItem>
    </Menu>
  );
}
