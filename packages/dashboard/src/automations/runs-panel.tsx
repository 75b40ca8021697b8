import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { useClient } from '../api/api-context.ts';
import { Loaded } from '../api/loaded.tsx';
import { Button } from '../ui/button.tsx';
import { SelectField } from '../ui/field.tsx';
import { Panel, Stack, Table } from '../ui/layout.tsx';
import { EmptyState } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';
import styles from './automations.module.css';
import { describeStart, stateLooks } from './looks.ts';
import { runsQuery, type Automation, type AutomationRun, type RunState } from './queries.ts';
import { RunBadge } from './run-badge.tsx';

const states = Object.keys(stateLooks) as RunState[];

/** The automation's runs with their outcomes, newest first. */
export function RunsPanel({ automation: { projectId, id } }: { readonly automation: Automation }): ReactElement {
  const [state, setState] = useState<RunState | ''>('');
  const query = useInfiniteQuery(runsQuery(useClient(), { projectId, id, state: state === '' ? undefined : state }));
  return (
    <Stack>
      <div className={styles['filter']}>
        <SelectField
          label="Runs"
          value={state}
          choices={[{ value: '', label: 'All' }, ...states.map((value) => ({ value, label: stateLooks[value].label }))]}
          onChange={setState}
        />
      </div>
      <Loaded query={query}>
        {({ pages }) => {
          const runs = pages.flatMap((page) => page.runs);
          if (runs.length === 0)
            return (
              <EmptyState icon="info" title={state === '' ? 'No runs yet' : 'No runs'}>
                {state === '' ? 'A run appears when the automation starts.' : 'No runs have this state.'}
              </EmptyState>
            );
          return (
            <Panel isFlush>
              <Table label="Runs" columns={['Started', 'State', 'Outcome', 'Job']}>
                {runs.map((run) => (
                  <RunRow key={run.id} run={run} />
                ))}
              </Table>
              {query.hasNextPage && (
                <div className={styles['more']}>
                  <Button isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                    Show more
                  </Button>
                </div>
              )}
            </Panel>
          );
        }}
      </Loaded>
    </Stack>
  );
}

function RunRow({ run }: { readonly run: AutomationRun }): ReactElement {
  const { projectId, jobId, pullRequest, outcome, createdAt, costUsd } = run;
  return (
    <tr>
      <td>
        <div>
          <Time at={createdAt} />
          <div className={styles['soft']}>{describeStart(run)}</div>
        </div>
      </td>
      <td data-label="State">
        <RunBadge run={run} />
      </td>
      <td data-label="Outcome">
        <div>
          {outcome}
          {pullRequest !== null && (
            <div className={styles['soft']}>
              <a href={pullRequest.url}>Pull request #{pullRequest.number}</a>
            </div>
          )}
        </div>
      </td>
      <td data-label="Job">
        {jobId === null ? (
          <span className={styles['soft']}>None</span>
        ) : (
          <div>
            <Link to="/jobs/$projectId/$jobId" params={{ projectId, jobId }}>
              Show
            </Link>
            {costUsd > 0 && <div className={styles['soft']}>{costUsd.toFixed(2)} USD</div>}
          </div>
        )}
      </td>
    </tr>
  );
}
