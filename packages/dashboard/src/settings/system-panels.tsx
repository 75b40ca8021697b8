import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useClient } from '../api/api-context.ts';
import { Loaded } from '../api/loaded.tsx';
import { Badge } from '../ui/badge.tsx';
import { BriefMarkdown } from '../ui/brief-markdown.tsx';
import { Breakable } from '../ui/breakable.tsx';
import { formatBytes, formatCount, formatNumber, formatQuantity } from '../ui/format.ts';
import { Facts, Panel, Stack, Table } from '../ui/layout.tsx';
import { Time } from '../ui/time.tsx';
import { describeLimitFor, nameBackend, nameCodeHost, nameQueue, sandboxNames } from './system-names.ts';
import { systemQuery, type System } from './queries.ts';
import styles from './settings.module.css';

const REFRESH_MS = 15_000;

/** The installation's version, state and settings. The operator changes settings where the service is started. */
export function SystemPanels(): ReactElement {
  const system = useQuery({ ...systemQuery(useClient()), refetchInterval: REFRESH_MS });
  return (
    <Loaded query={system} lines={10}>
      {(state) => (
        <Stack>
          <HealthPanel system={state} />
          <QueuesPanel system={state} />
          <ModelsPanel system={state} />
          <LimitsPanel system={state} />
          <RetentionPanel system={state} />
        </Stack>
      )}
    </Loaded>
  );
}

interface SystemProps {
  readonly system: System;
}

function Health({ status, children }: { readonly status: 'ok' | 'failed'; readonly children: string }): ReactElement {
  return (
    <span>
      <Badge tone={status === 'ok' ? 'good' : 'bad'} dot="still">
        {status === 'ok' ? 'works' : 'fails'}
      </Badge>{' '}
      {children}
    </span>
  );
}

function HealthPanel({ system }: SystemProps): ReactElement {
  const { database, blobStore, jobEngine, signIn } = system;
  const waiting = jobEngine.queues.reduce((sum, queue) => sum + queue.waiting, 0);
  const running = jobEngine.queues.reduce((sum, queue) => sum + queue.running, 0);
  const describe = ({ kind, detail }: System['database']) =>
    detail === null ? nameBackend(kind) : `${nameBackend(kind)}, ${detail}`;
  return (
    <Panel title="Health">
      <Facts
        rows={[
          ['Version', `${system.version} (API ${system.apiVersion})`],
          ['Address', <Breakable key="address" text={system.baseUrl} />],
          ['Started', <Time key="since" at={system.startedAt} />],
          [
            'Database',
            <Health key="database" status={database.status}>
              {describe(database)}
            </Health>,
          ],
          [
            'Storage',
            <Health key="storage" status={blobStore.status}>
              {describe(blobStore)}
            </Health>,
          ],
          [
            'Background jobs',
            <Health key="jobs" status={jobEngine.status}>
              {`${formatNumber(running)} running, ${formatNumber(waiting)} waiting`}
            </Health>,
          ],
          ['Sandbox', [sandboxNames[system.sandbox], system.sandboxWarning].filter((part) => part !== null).join('. ')],
          ['Single sign-on', signIn.oidc === null ? 'not set up' : `${signIn.oidc.name} (${signIn.oidc.issuer})`],
          ['Email', signIn.mail ? 'set up' : 'not set up: send invitation links yourself'],
        ]}
      />
    </Panel>
  );
}

function QueuesPanel({ system }: SystemProps): ReactElement | null {
  // Idle queues aren't listed; the line above shows the total.
  const queues = system.jobEngine.queues.filter(({ running, waiting }) => running + waiting > 0);
  if (queues.length === 0) return null;
  return (
    <Panel title="Background jobs" isFlush>
      <Table label="Background jobs" columns={['Kind', { number: 'Running' }, { number: 'Waiting' }]}>
        {queues.map(({ name, running, waiting }) => (
          <tr key={name}>
            <td>{nameQueue(name)}</td>
            <td data-label="Running">{formatNumber(running)}</td>
            <td data-label="Waiting">{formatNumber(waiting)}</td>
          </tr>
        ))}
      </Table>
    </Panel>
  );
}

function ModelsPanel({ system }: SystemProps): ReactElement {
  return (
    <Panel title="Models and code hosts">
      <Facts
        rows={[
          ...system.models.map(
            ({ name, isDefault }) => [isDefault ? 'Default model' : 'Model', <code key={name}>{name}</code>] as const,
          ),
          ...system.codeHosts.map(
            ({ name, url, configured }) =>
              [
                nameCodeHost(name),
                <span key={url}>
                  <Breakable text={url} />{' '}
                  {configured ? <Badge tone="good">credentials set</Badge> : <Badge>no credentials</Badge>}
                </span>,
              ] as const,
          ),
        ]}
      />
    </Panel>
  );
}

function LimitsPanel({ system }: SystemProps): ReactElement {
  return (
    <Panel title="Limits" isFlush>
      <Table label="Limits" columns={['Limit', 'Value']}>
        {system.limits.map(({ name, title, value, unit, setting, description }) => (
          <tr key={name}>
            <td>
              <div>
                {title}
                <div className={styles['soft']}>
                  <BriefMarkdown text={describeLimitFor(name, description)} />
                  <Changed with={[setting]} />
                </div>
              </div>
            </td>
            <td data-label="Value" className={styles['short'] ?? ''}>
              {formatQuantity(value, unit)}
            </td>
          </tr>
        ))}
      </Table>
    </Panel>
  );
}

function RetentionPanel({ system }: SystemProps): ReactElement {
  return (
    <Panel title="Retention" text="Automatic cleanup (hourly)." isFlush>
      <Table label="Retention" columns={['What', 'Kept', 'Last run']}>
        {system.retention.map(({ name, title, description, limits, lastRun }) => (
          <tr key={name}>
            <td>
              <div>
                {title}
                <div className={styles['soft']}>
                  <BriefMarkdown text={`Kept: ${description}.`} />
                  <Changed with={limits.map(({ setting }) => setting)} />
                </div>
              </div>
            </td>
            <td data-label="Kept" className={styles['short'] ?? ''}>
              <div>
                {limits.length === 0 && 'while needed'}
                {limits.map((limit) => (
                  <div key={`${limit.setting} ${limit.unit}`}>{describeLimit(limit)}</div>
                ))}
              </div>
            </td>
            <td data-label="Last run">
              <div className={styles['run']}>{lastRun === null ? 'not yet' : <LastRun run={lastRun} />}</div>
            </td>
          </tr>
        ))}
      </Table>
    </Panel>
  );
}

/** The environment variables that change a value, for the operator. */
function Changed({ with: settings }: { readonly with: readonly (string | null)[] }): ReactElement | null {
  const names = [...new Set(settings.filter((name) => name !== null))];
  if (names.length === 0) return null;
  return (
    <p className={styles['setting']}>
      Changed with{' '}
      {names.map((name, index) => (
        <span key={name}>
          {index > 0 && ', '}
          <code>
            <Breakable text={name} />
          </code>
        </span>
      ))}
    </p>
  );
}

type Rule = System['retention'][number];

function LastRun({ run }: { readonly run: NonNullable<Rule['lastRun']> }): ReactElement {
  return (
    <>
      <Time at={run.at} />
      {run.failed && (
        <>
          {' '}
          <Badge tone="bad">failed</Badge>
        </>
      )}
      <div className={styles['soft']}>{describeRemoved(run)}</div>
    </>
  );
}

function describeLimit({ value, unit }: Rule['limits'][number]): string {
  return value === null ? 'forever' : formatQuantity(value, unit);
}

function describeRemoved({ rows, files, bytes }: NonNullable<Rule['lastRun']>): string {
  if (rows + files === 0) return 'nothing removed';
  const parts = [
    rows > 0 && formatCount(rows, 'row'),
    files > 0 && `${formatCount(files, 'file')} (${formatBytes(bytes)})`,
  ];
  return `removed ${parts.filter(Boolean).join(', ')}`;
}
