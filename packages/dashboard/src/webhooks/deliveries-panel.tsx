import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useClient } from '../api/api-context.ts';
import { ErrorNotice, LoadError } from '../api/error-notice.tsx';
import { Loaded } from '../api/loaded.tsx';
import { Badge, type Tone } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { formatDuration, formatMoment } from '../ui/format.ts';
import { Facts, Panel, Table } from '../ui/layout.tsx';
import { EmptyState, Skeleton } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';
import { deliveriesQuery, type Delivery } from './queries.ts';
import styles from './webhooks.module.css';

const tones: Readonly<Record<Delivery['status'], Tone>> = { pending: 'info', succeeded: 'good', failed: 'bad' };

interface DeliveriesPanelProps {
  readonly endpointId: string;
  readonly canWrite: boolean;
}

export function DeliveriesPanel({ endpointId, canWrite }: DeliveriesPanelProps): ReactElement {
  const deliveries = useInfiniteQuery(deliveriesQuery(useClient(), endpointId));
  const [open, setOpen] = useState<string>();
  const list = deliveries.data?.pages.flatMap((page) => page.deliveries);
  return (
    <Panel title="Deliveries" text="Stored for 30 days." isFlush>
      {list === undefined ? (
        deliveries.failureReason === null ? (
          <Skeleton lines={4} />
        ) : (
          <LoadError error={deliveries.failureReason} onRetry={() => void deliveries.refetch()} />
        )
      ) : list.length === 0 ? (
        <EmptyState icon="send" title="No deliveries yet">
          A test event shows whether the endpoint can be reached.
        </EmptyState>
      ) : (
        <Table label="Deliveries" columns={['Event', 'Status', { number: 'Attempts' }, 'When', { hidden: 'Actions' }]}>
          {list.map((delivery) => (
            <tr key={delivery.id}>
              <td>
                <div>
                  <code>{delivery.type}</code>
                  <div className={styles['soft']}>{delivery.error}</div>
                </div>
              </td>
              <td data-label="Status">
                <DeliveryStatus delivery={delivery} />
              </td>
              <td data-label="Attempts">{delivery.attempts}</td>
              <td data-label="When">
                <Time at={delivery.createdAt} />
              </td>
              <td>
                <Button isSmall onClick={() => setOpen(delivery.id)}>
                  Show
                </Button>
              </td>
            </tr>
          ))}
        </Table>
      )}
      {deliveries.hasNextPage && (
        <div className={styles['more']}>
          <Button isBusy={deliveries.isFetchingNextPage} onClick={() => void deliveries.fetchNextPage()}>
            Show older deliveries
          </Button>
        </div>
      )}
      {open !== undefined && (
        <DeliveryDialog
          endpointId={endpointId}
          deliveryId={open}
          canWrite={canWrite}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Panel>
  );
}

function DeliveryStatus({ delivery }: { readonly delivery: Delivery }): ReactElement {
  const { status, attempts, nextAttemptAt } = delivery;
  const isRetried = status === 'pending' && attempts > 0;
  return (
    <div>
      <Badge tone={isRetried ? 'warn' : tones[status]} dot={status === 'pending' ? 'live' : 'still'}>
        {isRetried ? 'Retrying' : status}
      </Badge>
      {isRetried && nextAttemptAt !== null && (
        <div className={styles['soft']}>
          next attempt <Time at={nextAttemptAt} />
        </div>
      )}
    </div>
  );
}

interface DeliveryDialogProps extends DeliveriesPanelProps {
  readonly deliveryId: string;
  readonly onClose: () => void;
}

function DeliveryDialog({ endpointId, deliveryId, canWrite, onClose }: DeliveryDialogProps): ReactElement {
  const client = useClient();
  const queryClient = useQueryClient();
  const ids = { id: endpointId, deliveryId };
  const delivery = useQuery({
    queryKey: ['webhooks', endpointId, 'delivery', deliveryId],
    queryFn: ({ signal }) => client.getWebhookDelivery(ids, { signal }),
  });
  const replay = useMutation({
    mutationFn: () => client.replayWebhookDelivery(ids),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['webhooks', endpointId, 'deliveries'] });
      onClose();
    },
  });
  return (
    <Dialog title="Delivery" isOpen onClose={onClose}>
      <Loaded query={delivery}>
        {({ type, messageId, payload, log, nextAttemptAt }) => (
          <div className={styles['log']}>
            <Facts
              rows={[
                ['Event', <code key="type">{type}</code>],
                ['webhook-id', <code key="id">{messageId}</code>],
                ...(nextAttemptAt === null
                  ? []
                  : ([['Next attempt', <Time key="next" at={nextAttemptAt} />]] as const)),
              ]}
            />
            {log.map(({ attempt, at, statusCode, durationMs, error, response }) => (
              <div key={attempt}>
                <Badge tone={error === null ? 'good' : 'bad'}>{statusCode ?? 'no response'}</Badge> {formatMoment(at)},{' '}
                {formatDuration(durationMs)}
                {error !== null && <div className={styles['soft']}>{error}</div>}
                {response !== null && response !== '' && <CodeBlock label="answer" code={response} isWrapped />}
              </div>
            ))}
            <CodeBlock label="body" code={payload} isWrapped />
          </div>
        )}
      </Loaded>
      <ErrorNotice error={replay.error} />
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
        {canWrite && (
          <Button icon="refresh" isBusy={replay.isPending} onClick={() => replay.mutate()}>
            Send again
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
