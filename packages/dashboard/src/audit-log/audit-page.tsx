import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useState, type ReactElement } from 'react';
import { useClient } from '../api/api-context.ts';
import { ErrorNotice, LoadError } from '../api/error-notice.tsx';
import { Button } from '../ui/button.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { PageHeader, Panel, Table } from '../ui/layout.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { EmptyState, Skeleton } from '../ui/states.tsx';
import { useMe } from '../accounts/me.ts';
import { projectsQuery } from '../project-data/queries.ts';
import { toActionChoices } from './areas.ts';
import { AuditRow } from './audit-row.tsx';
import styles from './audit.module.css';
import { downloadText } from '../browser/download-text.ts';
import { auditQuery, type AuditFilters } from './queries.ts';
import { toDay, toMoment } from './days.ts';

const route = getRouteApi('/signed-in/audit');

export default function AuditPage(): ReactElement {
  const filters = route.useSearch();
  const client = useClient();
  const events = useInfiniteQuery(auditQuery(client, filters));
  const save = useMutation({
    mutationFn: async (format: 'csv' | 'jsonl') => {
      const content = await client.exportAuditEvents({ format, ...filters }, { timeoutMs: 300_000 });
      const type = format === 'csv' ? 'text/csv' : 'application/jsonl';
      downloadText(content, { name: `audit-log.${format}`, type });
    },
  });
  const names = useNames();
  const list = events.data?.pages.flatMap((page) => page.events);
  return (
    <>
      <PageHeader
        title="Audit log"
        text="Who did what, when, and from where. Entries can’t be changed or deleted."
        actions={
          <>
            <Button
              icon="download"
              isBusy={save.isPending && save.variables === 'csv'}
              onClick={() => save.mutate('csv')}
            >
              CSV
            </Button>
            <Button
              icon="download"
              isBusy={save.isPending && save.variables === 'jsonl'}
              onClick={() => save.mutate('jsonl')}
            >
              JSONL
            </Button>
          </>
        }
      />
      <ErrorNotice error={save.error} />
      <Filters key={JSON.stringify(filters)} filters={filters} />
      {list === undefined ? (
        events.failureReason === null ? (
          <Skeleton lines={8} />
        ) : (
          <LoadError error={events.error ?? events.failureReason} onRetry={() => void events.refetch()} />
        )
      ) : list.length === 0 ? (
        <EmptyState icon="audit" title="No events" actions={<LinkButton to="/audit">Show all events</LinkButton>}>
          No events match the filters.
        </EmptyState>
      ) : (
        <Panel isFlush>
          <Table label="Audit events" columns={['When', 'Who', 'What', 'On', 'Address', { hidden: 'Details' }]}>
            {list.map((event) => (
              <AuditRow key={event.id} event={event} names={names} />
            ))}
          </Table>
        </Panel>
      )}
      {events.hasNextPage && (
        <div className={styles['more']}>
          <Button isBusy={events.isFetchingNextPage} onClick={() => void events.fetchNextPage()}>
            Show older events
          </Button>
        </div>
      )}
    </>
  );
}

/** Returns the names of the projects and of the organization, by ID. */
function useNames(): ReadonlyMap<string, string> {
  const { organization } = useMe();
  const projects = useQuery(projectsQuery(useClient())).data;
  return useMemo(
    () =>
      new Map([[organization.id, organization.name], ...(projects ?? []).map(({ id, name }) => [id, name] as const)]),
    [organization, projects],
  );
}

function Filters({ filters }: { readonly filters: AuditFilters }): ReactElement {
  const navigate = route.useNavigate();
  const [actor, setActor] = useState(filters.actor ?? '');
  const [target, setTarget] = useState(filters.target ?? '');
  const orUndefined = (text: string) => (text.trim() === '' ? undefined : text.trim());
  const change = (next: AuditFilters) =>
    void navigate({
      search: {
        ...filters,
        actor: orUndefined(actor),
        target: orUndefined(target),
        ...next,
      },
      replace: true,
    });
  const submit = () => {
    change({});
  };
  return (
    <Form className={styles['filters']} role="search" aria-label="Audit log" onSubmit={submit}>
      <TextField label="Who" placeholder="name or ID" maxLength={300} value={actor} onChange={setActor} />
      <SelectField
        label="What"
        value={filters.action ?? ''}
        choices={toActionChoices(filters.action)}
        onChange={(action) => change({ action: orUndefined(action) })}
      />
      <TextField label="On" placeholder="name or ID" maxLength={300} value={target} onChange={setTarget} />
      <SelectField
        label="Result"
        value={filters.result ?? ''}
        choices={[
          { value: '', label: 'Any' },
          { value: 'success', label: 'Done' },
          { value: 'refused', label: 'Refused' },
        ]}
        onChange={(result) => change({ result: result === '' ? undefined : result })}
      />
      <TextField
        label="Since"
        type="date"
        value={toDay(filters.from, 0)}
        onChange={(day) => change({ from: toMoment(day, 0) })}
      />
      <TextField
        label="Until"
        type="date"
        value={toDay(filters.to, -1)}
        onChange={(day) => change({ to: toMoment(day, 1) })}
      />
      <div className={styles['apply']}>
        <Button type="submit" icon="search">
          Filter
        </Button>
      </div>
    </Form>
  );
}
