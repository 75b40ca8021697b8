import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useCan } from '../accounts/me.ts';
import { useClient } from '../api/api-context.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { Button } from '../ui/button.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { TextArea } from '../ui/field.tsx';
import { Panel, Row, Stack } from '../ui/layout.tsx';
import { Notice } from '../ui/notice.tsx';
import { Time } from '../ui/time.tsx';
import { accessKey, type SiteAccess } from './queries.ts';

export function KeysPanel({ access }: { readonly access: SiteAccess }): ReactElement {
  const client = useClient();
  const queryClient = useQueryClient();
  const canWrite = useCan('projects:write');
  const [isRegistering, setIsRegistering] = useState(false);
  const [deleted, setDeleted] = useState<string>();
  const { projectId, mode, keys } = access;
  const refresh = () => queryClient.invalidateQueries({ queryKey: accessKey(projectId) });
  const create = useMutation({ mutationFn: () => client.createReaderKey({ projectId }), onSuccess: refresh });
  return (
    <Panel
      title="Keys"
      text="These keys verify the tokens that your login issues. Keep the private key on your login server."
    >
      {keys.length === 0 && (
        <Notice tone="warn" title="No keys yet">
          {mode === 'jwt' ? 'No reader can sign in until you create one.' : 'Create one, then save this page.'}
        </Notice>
      )}
      {keys.map(({ id, algorithm, createdAt }) => (
        <Row key={id}>
          <code>{id}</code>
          <span>
            {algorithm}, created <Time at={createdAt} />
          </span>
          {canWrite && (
            <Button isSmall kind="danger" onClick={() => setDeleted(id)}>
              Delete
            </Button>
          )}
        </Row>
      ))}
      {canWrite && (
        <Row>
          <Button isBusy={create.isPending} onClick={() => create.mutate()}>
            Create key
          </Button>
          <Button onClick={() => setIsRegistering(true)}>Register public key</Button>
        </Row>
      )}
      <ErrorNotice error={create.error} />
      {create.data !== undefined && create.data.privateKey !== null && (
        <PrivateKeyDialog id={create.data.id} privateKey={create.data.privateKey} onClose={() => create.reset()} />
      )}
      {isRegistering && (
        <RegisterDialog projectId={projectId} refresh={refresh} onClose={() => setIsRegistering(false)} />
      )}
      {deleted !== undefined && (
        <DeleteDialog projectId={projectId} keyId={deleted} refresh={refresh} onClose={() => setDeleted(undefined)} />
      )}
    </Panel>
  );
}

interface PrivateKeyDialogProps {
  readonly id: string;
  readonly privateKey: string;
  readonly onClose: () => void;
}

function PrivateKeyDialog({ id, privateKey, onClose }: PrivateKeyDialogProps): ReactElement {
  return (
    <Dialog title="The private key" isOpen>
      <Notice tone="warn" title="Copy it now">
        It is shown only once, and isn’t stored here. Its ID (<code>kid</code>) is <code>{id}</code>.
      </Notice>
      <CodeBlock label="private key" code={privateKey.trim()} isWrapped />
      <DialogActions>
        <Button kind="primary" onClick={onClose}>
          I’ve copied it
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface KeyDialogProps {
  readonly projectId: string;
  readonly refresh: () => Promise<unknown>;
  readonly onClose: () => void;
}

function RegisterDialog({ projectId, refresh, onClose }: KeyDialogProps): ReactElement {
  const client = useClient();
  const [publicKey, setPublicKey] = useState('');
  const register = useMutation({
    mutationFn: () => client.createReaderKey({ projectId, publicKey: publicKey.trim() }),
    onSuccess: async () => {
      await refresh();
      onClose();
    },
  });
  return (
    <Dialog title="Register a public key" isOpen onClose={onClose}>
      <Stack>
        <TextArea
          label="Public key"
          hint="In PEM: Ed25519 (EdDSA) or P-256 (ES256)."
          rows={6}
          maxLength={5000}
          placeholder="-----BEGIN PUBLIC KEY-----"
          isMono
          value={publicKey}
          onChange={setPublicKey}
        />
        <ErrorNotice error={register.error} />
      </Stack>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          kind="primary"
          isBusy={register.isPending}
          disabled={publicKey.trim() === ''}
          onClick={() => register.mutate()}
        >
          Register key
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function DeleteDialog({
  projectId,
  keyId,
  refresh,
  onClose,
}: KeyDialogProps & { readonly keyId: string }): ReactElement {
  const client = useClient();
  const remove = useMutation({
    mutationFn: () => client.deleteReaderKey({ projectId, keyId }),
    onSuccess: async () => {
      await refresh();
      onClose();
    },
  });
  return (
    <Dialog
      title={`Delete the key ${keyId}?`}
      text="Its tokens are refused, and readers who signed in with them are signed out within seconds."
      isOpen
      onClose={onClose}
    >
      <ErrorNotice error={remove.error} />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="danger" isBusy={remove.isPending} onClick={() => remove.mutate()}>
          Delete key
        </Button>
      </DialogActions>
    </Dialog>
  );
}
