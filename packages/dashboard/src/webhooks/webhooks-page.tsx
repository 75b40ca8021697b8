import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { useCan } from '../accounts/me.ts';
import { useClient } from '../api/api-context.ts';
import { Loaded } from '../api/loaded.tsx';
import { Button } from '../ui/button.tsx';
import { PageHeader, Panel, Table } from '../ui/layout.tsx';
import { EmptyState } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';
import { EndpointDialog } from './endpoint-dialog.tsx';
import { EndpointState } from './endpoint-state.tsx';
import { endpointsQuery } from './queries.ts';
import styles from './webhooks.module.css';

export default function WebhooksPage(): ReactElement {
  const endpoints = useQuery(endpointsQuery(useClient()));
  const canWrite = useCan('webhooks:write');
  const [isCreating, setIsCreating] = useState(false);
  const create = canWrite && (
    <Button kind="primary" icon="plus" onClick={() => setIsCreating(true)}>
      Add endpoint
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Webhooks"
        text="Send events about agent jobs, exports, deployments and feedback to your servers, or as messages to Slack, Discord or Microsoft Teams."
        actions={endpoints.data?.length !== 0 && create}
      />
      <Loaded query={endpoints}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState icon="webhooks" title="No endpoints yet" actions={create}>
              An endpoint, such as your server or a chat channel, receives an event when something happens, so you don’t
              have to poll.
            </EmptyState>
          ) : (
            <Panel isFlush>
              <Table label="Webhook endpoints" columns={['Address', 'Events', 'State', 'Created']}>
                {list.map((endpoint) => (
                  <tr key={endpoint.id}>
                    <td>
                      <div>
                        <Link
                          to="/webhooks/$endpointId"
                          params={{ endpointId: endpoint.id }}
                          className={styles['name'] ?? ''}
                        >
                          {endpoint.url}
                        </Link>
                        <div className={styles['soft']}>{endpoint.description}</div>
                      </div>
                    </td>
                    <td data-label="Events">{endpoint.events === null ? 'all' : endpoint.events.join(', ')}</td>
                    <td data-label="State">
                      <EndpointState endpoint={endpoint} />
                    </td>
                    <td data-label="Created">
                      <Time at={endpoint.createdAt} />
                    </td>
                  </tr>
                ))}
              </Table>
            </Panel>
          )
        }
      </Loaded>
      {isCreating && <EndpointDialog endpoint={undefined} onClose={() => setIsCreating(false)} />}
    </>
  );
}
