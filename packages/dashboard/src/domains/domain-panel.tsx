import type { SiteDomain } from '@docwright/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useClient } from '../api/api-context.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { Breakable } from '../ui/breakable.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { Facts, Panel, Row, Table } from '../ui/layout.tsx';
import { formatMoment } from '../ui/format.ts';
import { Time } from '../ui/time.tsx';
import { describeCertificate, describeDomain, describeRecords, purposeLabels } from './describe-domain.ts';
import styles from './domains.module.css';
import { domainsKey } from './queries.ts';

export interface DomainPanelProps {
  readonly domain: SiteDomain;
  readonly canWrite: boolean;
}

export function DomainPanel({ domain, canWrite }: DomainPanelProps): ReactElement {
  const { domain: name, displayName, status, primary, reason, releasedAt, checkedAt, certificate } = domain;
  const look = describeDomain(domain);
  return (
    <Panel
      title={displayName}
      actions={
        <span className={styles['badges']}>
          {primary && <Badge tone="info">Primary</Badge>}
          <Badge tone={look.tone} dot={status === 'pending' ? 'live' : 'still'}>
            {look.label}
          </Badge>
        </span>
      }
    >
      {reason !== null && !look.isDone && <p className={styles['reason']}>{reason}</p>}
      <Facts
        rows={[
          ...(displayName === name ? [] : ([['In DNS', <code key="name">{name}</code>]] as const)),
          ['Last check', checkedAt === null ? 'not yet' : <Time key="checked" at={checkedAt} />],
          ...(releasedAt === null
            ? []
            : ([['Served until', `${formatMoment(releasedAt)}, unless the record is restored`]] as const)),
          ...(certificate === null ? [] : ([['Certificate', describeCertificate(certificate, formatMoment)]] as const)),
        ]}
      />
      {look.isDone ? (
        <details>
          <summary>DNS records</summary>
          <Records domain={domain} />
        </details>
      ) : (
        <Records domain={domain} />
      )}
      {canWrite && <Actions domain={domain} />}
    </Panel>
  );
}

function Records({ domain: { domain, records } }: { readonly domain: SiteDomain }): ReactElement {
  return (
    <div className={styles['records']}>
      <p>{describeRecords(records)}</p>
      <Table label={`DNS records of ${domain}`} columns={['Record', 'Name', 'Value']}>
        {records.map(({ type, name, value, purpose }) => (
          <tr key={`${type} ${name} ${value}`}>
            <td>
              <div>
                <code>{type}</code>
                <div className={styles['soft']}>{purposeLabels[purpose]}</div>
              </div>
            </td>
            <td data-label="Name">
              <Copied text={name} what={`name of the ${type} record`} />
            </td>
            <td data-label="Value">
              <Copied text={value} what={`value of the ${type} record`} />
            </td>
          </tr>
        ))}
      </Table>
    </div>
  );
}

function Copied({ text, what }: { readonly text: string; readonly what: string }): ReactElement {
  return (
    <span className={styles['copied']}>
      <code>
        <Breakable text={text} />
      </code>
      <CopyButton text={text} what={what} />
    </span>
  );
}

function Actions({ domain: { domain, projectId, claimed, primary } }: { readonly domain: SiteDomain }): ReactElement {
  const client = useClient();
  const queryClient = useQueryClient();
  const [isAsked, setIsAsked] = useState(false);
  const target = { projectId, domain };
  const onSuccess = () => queryClient.invalidateQueries({ queryKey: domainsKey(projectId) });
  const check = useMutation({ mutationFn: () => client.checkDomain(target), onSuccess });
  const makePrimary = useMutation({ mutationFn: () => client.makeDomainPrimary(target), onSuccess });
  return (
    <>
      <ErrorNotice error={check.error ?? makePrimary.error} />
      <Row>
        <Button isSmall icon="refresh" isBusy={check.isPending} onClick={() => check.mutate()}>
          Check again
        </Button>
        {claimed && !primary && (
          <Button isSmall isBusy={makePrimary.isPending} onClick={() => makePrimary.mutate()}>
            Make primary
          </Button>
        )}
        <Button isSmall kind="danger" onClick={() => setIsAsked(true)}>
          Remove
        </Button>
      </Row>
      <RemoveDialog {...target} isOpen={isAsked} onClose={() => setIsAsked(false)} />
    </>
  );
}

interface RemoveDialogProps {
  readonly projectId: string;
  readonly domain: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

function RemoveDialog({ projectId, domain, isOpen, onClose }: RemoveDialogProps): ReactElement {
  const client = useClient();
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: () => client.removeDomain({ projectId, domain }),
    onSuccess: async () => {
      onClose();
      await queryClient.invalidateQueries({ queryKey: domainsKey(projectId) });
    },
  });
  return (
    <Dialog
      title={`Remove ${domain}?`}
      text="The site is no longer served on this domain, effective immediately. Another project of this installation can then verify it."
      isOpen={isOpen}
      onClose={onClose}
    >
      <ErrorNotice error={remove.error} />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="danger" isBusy={remove.isPending} onClick={() => remove.mutate()}>
          Remove domain
        </Button>
      </DialogActions>
    </Dialog>
  );
}
