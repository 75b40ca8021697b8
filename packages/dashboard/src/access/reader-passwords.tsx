import { useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useClient } from '../api/api-context.ts';
import { PasswordsPanel } from './passwords-panel.tsx';
import { accessKey, type SiteAccess } from './queries.ts';

export function ReaderPasswords({ access }: { readonly access: SiteAccess }): ReactElement {
  const client = useClient();
  const queryClient = useQueryClient();
  const { projectId, mode, passwords } = access;
  return (
    <PasswordsPanel
      title="Passwords"
      text="Each of these passwords opens the site. Deleting or replacing one signs out everyone who used it, within seconds."
      empty={mode === 'password' ? 'No reader can sign in until you add one.' : 'Add one, then save this page.'}
      passwords={passwords}
      set={(label) => client.setReaderPassword({ projectId, label })}
      remove={(label) => client.deleteReaderPassword({ projectId, label })}
      refresh={() => queryClient.invalidateQueries({ queryKey: accessKey(projectId) })}
    />
  );
}
