import type { ApiKey } from '@docwright/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useCan } from '../accounts/me.ts';
import { useClient } from '../api/api-context.ts';
import { Loaded } from '../api/loaded.tsx';
import { projectsQuery } from '../project-data/queries.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { PageHeader, Panel, Row, Stack, Table } from '../ui/layout.tsx';
import { EmptyState } from '../ui/states.tsx';
import { Time, useNow } from '../ui/time.tsx';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { RevokeKeyDialog, RollKeyDialog } from './end-key-dialogs.tsx';
import { isUsable } from './is-usable.ts';
import styles from './keys.module.css';
import { keysQuery } from './queries.ts';
import { describeScope } from './scope-labels.ts';

type Open = { readonly kind: 'create' } | { readonly kind: 'roll' | 'revoke'; readonly apiKey: ApiKey };

export default function KeysPage(): ReactElement {
  const client = useClient();
  const canWrite = useCan('api-keys:write');
  const keys = useQuery(keysQuery(client));
  const projects = useQuery(projectsQuery(client));
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const names = new Map((projects.data ?? []).map(({ id, name }) => [id, name]));
  const create = canWrite && (
    <Button kind="primary" icon="plus" onClick={() => setOpen({ kind: 'create' })}>
      Create key
    </Button>
  );
  return (
    <>
      <PageHeader
        title="API keys"
        text="Keys let scripts and pipelines use the API, with the permissions that you choose. A key is shown only once, when you create it."
        actions={create}
      />
      <Stack>
        <Loaded query={keys}>
          {(list) => <KeysPanel keys={list} names={names} create={create} onOpen={canWrite ? setOpen : undefined} />}
        </Loaded>
      </Stack>
      {open?.kind === 'create' && <CreateKeyDialog projects={projects.data ?? []} onClose={close} />}
      {open?.kind === 'roll' && <RollKeyDialog apiKey={open.apiKey} projects={projects.data ?? []} onClose={close} />}
      {open?.kind === 'revoke' && <RevokeKeyDialog apiKey={open.apiKey} onClose={close} />}
    </>
  );
}

interface KeysPanelProps {
  readonly keys: readonly ApiKey[];
  /** Names of projects by ID. */
  readonly names: ReadonlyMap<string, string>;
  readonly create: ReactElement | false;
  readonly onOpen: ((open: Open) => void) | undefined;
}

/** Shows active keys, and inactive keys on request. */
function KeysPanel({ keys, names, create, onOpen }: KeysPanelProps): ReactElement {
  const [isAllShown, setIsAllShown] = useState(false);
  const now = useNow();
  const usable = keys.filter((key) => isUsable(key, now));
  const shown = isAllShown ? keys : usable;
  const toggle = (
    <Button isSmall kind="quiet" onClick={() => setIsAllShown(!isAllShown)}>
      {isAllShown ? 'Hide inactive keys' : `Show ${keys.length - usable.length} inactive`}
    </Button>
  );
  return (
    <Panel
      isFlush
      {...(keys.length > usable.length && { title: isAllShown ? 'All keys' : 'Active keys', actions: toggle })}
    >
      {shown.length === 0 ? (
        <EmptyState icon="keys" title="No active keys" actions={create}>
          Scripts, pipelines and other programs call the API with a key.
        </EmptyState>
      ) : (
        <Table label="API keys" columns={['Name', 'Key', 'Permissions', 'Last used', 'Created', { hidden: 'Actions' }]}>
          {shown.map((apiKey) => (
            <KeyRow key={apiKey.id} apiKey={apiKey} names={names} onOpen={isUsable(apiKey, now) ? onOpen : undefined} />
          ))}
        </Table>
      )}
    </Panel>
  );
}

interface KeyRowProps {
  readonly apiKey: ApiKey;
  readonly names: ReadonlyMap<string, string>;
  readonly onOpen: ((open: Open) => void) | undefined;
}

function KeyRow({ apiKey, names, onOpen }: KeyRowProps): ReactElement {
  const { scopes, projectIds } = apiKey;
  return (
    <tr>
      <td>
        <div>
          <span className={styles['name']}>{apiKey.name}</span> <KeyState apiKey={apiKey} />
          <div className={styles['soft']}>by {apiKey.createdByName}</div>
        </div>
      </td>
      <td data-label="Key">
        <code className={styles['ends']}>
          {apiKey.prefix}…{apiKey.lastFour}
        </code>
      </td>
      <td data-label="Permissions">
        <div>
          <span title={scopes.join(', ')}>
            {scopes.includes('admin') ? 'Everything' : scopes.map(describeScope).join(', ')}
          </span>
          {projectIds !== null && (
            <div className={styles['soft']}>only {projectIds.map((id) => names.get(id) ?? id).join(', ')}</div>
          )}
        </div>
      </td>
      <td data-label="Last used">{apiKey.lastUsedAt === null ? 'never' : <Time at={apiKey.lastUsedAt} />}</td>
      <td data-label="Created">
        <Time at={apiKey.createdAt} />
      </td>
      <td>
        {onOpen && (
          <Row>
            <Button isSmall icon="refresh" onClick={() => onOpen({ kind: 'roll', apiKey })}>
              Roll
            </Button>
            <Button isSmall kind="danger" onClick={() => onOpen({ kind: 'revoke', apiKey })}>
              Revoke
            </Button>
          </Row>
        )}
      </td>
    </tr>
  );
}

function KeyState({ apiKey: { revokedAt, expiresAt } }: { readonly apiKey: ApiKey }): ReactElement | null {
  const now = useNow();
  if (revokedAt !== null) return <Badge tone="bad">revoked</Badge>;
  if (expiresAt === null) return null;
  return Date.parse(expiresAt) <= now ? (
    <Badge tone="bad">expired</Badge>
  ) : (
    <Badge tone="warn">
      ends <Time at={expiresAt} />
    </Badge>
  );
}
