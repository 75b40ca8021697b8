import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useClient } from '../api/api-context.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { Panel } from '../ui/layout.tsx';
import styles from './domains.module.css';
import { domainsKey } from './queries.ts';
import { readPasted } from './read-pasted.ts';

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
  const pasted = readPasted(domain);
  const submit = () => {
    if (!add.isPending) add.mutate(pasted.domain);
  };
  return (
    <Panel title="Add a domain">
      <Form className={styles['form']} onSubmit={submit}>
        <TextField
          label="Domain"
          hint={
            pasted.path === ''
              ? 'A host name, such as docs.example.com.'
              : `Adds ${pasted.domain}. To serve the site under ${pasted.path}, set the base path in Settings → Deployment.`
          }
          value={domain}
          maxLength={500}
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
      </Form>
    </Panel>
  );
}
