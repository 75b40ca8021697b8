import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement, type SyntheticEvent } from 'react';
import { useClient } from '../api/api-context.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Panel } from '../ui/layout.tsx';
import styles from './domains.module.css';
import { domainsKey } from './queries.ts';

export function AddDomain({ projectId }: { readonly projectId: string }): ReactElement {
  const client = useClient();
  const queryClient = useQueryClient();
  const [domain, setDomain] = useState('');
  const add = useMutation({
    mutationFn: (name: string) => client.addDomain({ projectId, domain: name }),
    onSuccess: async () => {
      setDomain('');
      await queryClient.invalidateQueries({ queryKey: domainsKey(projectId) });
    },
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!add.isPending) add.mutate(domain.trim());
  };
  return (
    <Panel title="Add a domain">
      <form className={styles['form']} onSubmit={submit}>
        <TextField
          label="Domain"
          hint="A host name, such as docs.example.com."
          value={domain}
          maxLength={253}
          required
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          onChange={setDomain}
        />
        <ErrorNotice error={add.error} />
        <div>
          <Button type="submit" kind="primary" isBusy={add.isPending} disabled={domain.trim() === ''}>
            Add domain
          </Button>
        </div>
      </form>
    </Panel>
  );
}
