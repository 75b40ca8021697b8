import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { useClient } from '../api/api-context.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { Badge, type Tone } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { Facts, Panel, Stack } from '../ui/layout.tsx';
import { AnchorButton } from '../ui/link-button.tsx';
import { Time } from '../ui/time.tsx';
import styles from './code-hosts.module.css';
import { hostKinds } from './host-kinds.ts';
import { ReplaceDialog } from './connect-dialog.tsx';
import type { CodeHost } from './queries.ts';
import { RepositoryPicker } from './repository-picker.tsx';

interface HostProps {
  readonly host: CodeHost;
  readonly canWrite: boolean;
}

type Open = 'repositories' | 'replace' | 'disconnect';

const states: Readonly<Record<NonNullable<CodeHost['check']>['status'], readonly [Tone, string]>> = {
  ready: ['good', 'works'],
  incomplete: ['warn', 'lacks permissions'],
  failed: ['bad', 'fails'],
};

export function HostPanel({ host, canWrite }: HostProps): ReactElement {
  const { id, check } = host;
  const client = useClient();
  const queryClient = useQueryClient();
  const [open, setOpen] = useState<Open>();
  const test = useMutation({
    mutationFn: () => client.testCodeHost({ id: id ?? '' }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['code-hosts'] }),
  });
  const [tone, state] = check === null ? (['neutral', 'not tested'] as const) : states[check.status];
  const close = () => setOpen(undefined);
  return (
    <Panel
      title={host.name}
      text={`${hostKinds[host.kind].label} · ${host.webUrl}`}
      actions={<Badge tone={tone}>{state}</Badge>}
    >
      <Stack>
        <Facts rows={listFacts(host)} />
        <ErrorNotice error={test.error} />
        {canWrite && (
          <div className={styles['actions']}>
            <Button
              isSmall
              kind="primary"
              onClick={() => setOpen(open === 'repositories' ? undefined : 'repositories')}
            >
              {open === 'repositories' ? 'Hide repositories' : 'Choose a repository'}
            </Button>
            {host.installUrl !== null && (
              <AnchorButton isSmall icon="external" href={host.installUrl}>
                Install the App
              </AnchorButton>
            )}
            <Button isSmall icon="refresh" isBusy={test.isPending} onClick={() => test.mutate()}>
              Test
            </Button>
            <Button isSmall onClick={() => setOpen('replace')}>
              Replace credential
            </Button>
            <Button isSmall kind="quiet" onClick={() => setOpen('disconnect')}>
              Disconnect
            </Button>
          </div>
        )}
        {open === 'repositories' && id !== null && <RepositoryPicker hostId={id} installUrl={host.installUrl} />}
      </Stack>
      {open === 'replace' && <ReplaceDialog host={host} onClose={close} />}
      {open === 'disconnect' && <DisconnectDialog host={host} onClose={close} />}
    </Panel>
  );
}

function listFacts({ account, kind, credential, appId, check, projects }: CodeHost) {
  const signedIn = check?.signedInAs ?? null;
  const what = credential === 'github-app' ? `GitHub App ${appId ?? ''}` : 'Access token';
  return [
    ['Account', account ?? `every ${hostKinds[kind].account.toLowerCase()}`],
    ['Credential', signedIn === null ? what : `${what}, ${signedIn}`],
    ['Permissions', <Permissions key="permissions" check={check} />],
    [
      'Projects',
      projects.length === 0 ? (
        'none yet'
      ) : (
        <span key="projects">
          {projects.map(({ id, name }, index) => (
            <span key={id}>
              {index > 0 && ', '}
              <Link to="/projects/$projectId" params={{ projectId: id }}>
                {name}
              </Link>
            </span>
          ))}
        </span>
      ),
    ],
  ] as const;
}

const permissionLooks = {
  granted: ['good', 'granted'],
  missing: ['bad', 'missing'],
  unknown: ['neutral', 'unknown'],
} as const;

function Permissions({ check }: Pick<CodeHost, 'check'>): ReactElement {
  if (check === null) return <>not tested</>;
  if (check.status === 'failed') return <>{check.message}</>;
  const isUnsure = check.permissions.some(({ status }) => status === 'unknown');
  return (
    <div>
      <ul className={styles['permissions']}>
        {check.permissions.map(({ name, purpose, status }) => (
          <li key={name}>
            <Badge tone={permissionLooks[status][0]}>{permissionLooks[status][1]}</Badge>
            <span>{name}</span>
            <span className={styles['purpose']}>{purpose}</span>
          </li>
        ))}
      </ul>
      <div className={styles['soft']}>
        {isUnsure && 'The code host doesn’t report all permissions. Check a repository to see the rest. '}
        Tested <Time at={check.checkedAt} />
      </div>
    </div>
  );
}

function DisconnectDialog({ host, onClose }: { readonly host: CodeHost; readonly onClose: () => void }): ReactElement {
  const client = useClient();
  const queryClient = useQueryClient();
  const { id, name, projects } = host;
  const disconnect = useMutation({
    mutationFn: () => client.deleteCodeHost({ id: id ?? '', force: projects.length > 0 }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['code-hosts'] });
      onClose();
    },
  });
  return (
    <Dialog title={`Disconnect ${name}?`} isOpen onClose={onClose}>
      <Stack>
        <p>
          Its credential is deleted here. Also revoke it on the code host.{' '}
          {projects.length > 0 &&
            `Jobs of ${projects.map((project) => project.name).join(', ')} fail until the repository can be accessed again.`}
        </p>
        <ErrorNotice error={disconnect.error} />
        <DialogActions>
          <Button onClick={onClose}>Keep</Button>
          <Button kind="danger" isBusy={disconnect.isPending} onClick={() => disconnect.mutate()}>
            Disconnect
          </Button>
        </DialogActions>
      </Stack>
    </Dialog>
  );
}
