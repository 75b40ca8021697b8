import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement, type ReactNode } from 'react';
import { useCan } from '../accounts/me.ts';
import { useClient } from '../api/api-context.ts';
import { Loaded } from '../api/loaded.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { PageHeader, Panel, Stack, Table } from '../ui/layout.tsx';
import { EmptyState } from '../ui/states.tsx';
import styles from './code-hosts.module.css';
import { ConnectDialog } from './connect-dialog.tsx';
import { hostKindNames, hostKinds, type HostKind } from './host-kinds.ts';
import { HostPanel } from './host-panel.tsx';
import { codeHostsQuery, type CodeHost } from './queries.ts';

export default function CodeHostsPage(): ReactElement {
  const hosts = useQuery(codeHostsQuery(useClient()));
  const canWrite = useCan('repositories:write');
  const [connecting, setConnecting] = useState<HostKind>();
  const hasOwn = hosts.data?.some(({ source }) => source === 'organization') === true;
  return (
    <>
      <PageHeader
        title="Code hosts"
        text="Where your repositories are hosted. Projects can use every repository that the code host’s credential can access."
        actions={
          // The empty page has a button for each code host instead.
          hasOwn &&
          canWrite && (
            <Button kind="primary" icon="plus" onClick={() => setConnecting('github')}>
              Connect a code host
            </Button>
          )
        }
      />
      <Loaded query={hosts}>
        {(list) => {
          const own = list.filter(({ source }) => source === 'organization');
          // A setting without credentials or projects only indicates that the host isn't connected.
          const settings = list.filter(
            ({ source, credential, projects }) => source === 'settings' && (credential !== null || projects.length > 0),
          );
          return (
            <Stack>
              {own.length === 0 && (
                <EmptyState
                  icon="branch"
                  title="No code host connected yet"
                  actions={canWrite && <KindButtons onChoose={setConnecting} />}
                >
                  Connect a code host to use the docs in its repositories. Projects on the embedded code host need no
                  connection.
                </EmptyState>
              )}
              {own.map((host) => (
                <HostPanel key={host.id} host={host} canWrite={canWrite} />
              ))}
              {settings.length > 0 && <SettingsPanel hosts={settings} />}
            </Stack>
          );
        }}
      </Loaded>
      {connecting && <ConnectDialog kind={connecting} onClose={() => setConnecting(undefined)} />}
    </>
  );
}

/** A button for each kind. GitHub's button is emphasized, because most repositories are there. */
const KindButtons = ({ onChoose }: { readonly onChoose: (kind: HostKind) => void }): ReactNode =>
  hostKindNames.map((kind) => (
    <Button key={kind} kind={kind === 'github' ? 'primary' : 'plain'} onClick={() => onChoose(kind)}>
      Connect {hostKinds[kind].label}
    </Button>
  ));

/** Code hosts from the operator's settings, which can't be changed here. */
function SettingsPanel({ hosts }: { readonly hosts: readonly CodeHost[] }): ReactElement {
  return (
    <Panel
      title="From settings"
      text="Set by the installation’s operator, for the repositories that this organization may use."
      isFlush
    >
      <Table label="Code hosts from settings" columns={['Code host', 'Kind', 'Credential', 'Projects']}>
        {hosts.map(({ webUrl, kind, credential, projects }) => (
          <tr key={webUrl}>
            <td>
              <span className={styles['name']}>{webUrl}</span>
            </td>
            <td data-label="Kind">{hostKinds[kind].label}</td>
            <td data-label="Credential">
              {credential === null ? (
                <Badge>not set</Badge>
              ) : (
                <Badge tone="good">{credential === 'token' ? 'token' : 'GitHub App'}</Badge>
              )}
            </td>
            <td data-label="Projects">
              {projects.length === 0 ? 'none' : projects.map(({ name }) => name).join(', ')}
            </td>
          </tr>
        ))}
      </Table>
    </Panel>
  );
}
