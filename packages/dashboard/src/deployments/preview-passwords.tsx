import { useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { PasswordsPanel } from '../access/passwords-panel.tsx';
import { useClient } from '../api/api-context.ts';
import { deploymentsKey, type Site } from './queries.ts';

/** The passwords that open previews. */
export function PreviewPasswords({ site }: { readonly site: Site }): ReactElement {
  const client = useClient();
  const queryClient = useQueryClient();
  const { projectId, previewPasswords } = site;
  return (
    <PasswordsPanel
      title="Preview passwords"
      text="Each of these passwords opens the previews. Changes take effect immediately."
      empty="Until you add one, previews can be opened only with signed links."
      passwords={previewPasswords}
      set={(label) => client.setPreviewPassword({ projectId, label })}
      remove={(label) => client.deletePreviewPassword({ projectId, label })}
      refresh={() => queryClient.invalidateQueries({ queryKey: [...deploymentsKey(projectId), 'site'] })}
    />
  );
}
