import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { useCan } from '../accounts/me.ts';
import { useClient } from '../api/api-context.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { Loaded } from '../api/loaded.tsx';
import { Button } from '../ui/button.tsx';
import { CopyId } from '../ui/code-block.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { Facts, PageHeader, Panel, Stack } from '../ui/layout.tsx';
import { Notice } from '../ui/notice.tsx';
import { Time } from '../ui/time.tsx';
import { DeliveriesPanel } from './deliveries-panel.tsx';
import { EndpointDialog } from './endpoint-dialog.tsx';
import { EndpointState } from './endpoint-state.tsx';
import { eventLabels } from './event-labels.ts';
import { formatLabels } from './format-labels.ts';
import { endpointQuery, type Endpoint } from './queries.ts';
import { SecretDialog } from './secret-dialog.tsx';

const route = getRouteApi('/signed-in/webhooks/$endpointId');

export default function WebhookPage(): ReactElement {
  const { endpointId } = route.useParams();
  const query = useQuery(endpointQuery(useClient(), endpointId));
  return (
    <Loaded query={query} title="Webhook">
      {(endpoint) => <EndpointView key={endpointId} endpoint={endpoint} />}
    </Loaded>
  );
}

function EndpointView({ endpoint }: { readonly endpoint: Endpoint }): ReactElement {
  const canWrite = useCan('webhooks:write');
  return (
    <>
      <PageHeader
        title={endpoint.url}
        text={endpoint.description}
        parent={{ label: 'Webhooks', link: { to: '/webhooks' } }}
        meta={
          <>
            <EndpointState endpoint={endpoint} />
            <CopyId id={endpoint.id} what="endpoint ID" />
          </>
        }
        actions={canWrite && <EndpointActions endpoint={endpoint} />}
      />
      <Stack>
        {!endpoint.enabled && (
          <Notice tone="bad" title="Nothing is sent">
            {endpoint.disabledReason}
          </Notice>
        )}
        {endpoint.enabled && endpoint.failingSince !== null && (
          <Notice tone="warn" title="Deliveries fail">
            No delivery has succeeded since <Time at={endpoint.failingSince} />.
          </Notice>
        )}
        <Panel title="Details">
          <Facts
            rows={[
              ['Sent as', formatLabels[endpoint.format]],
              [
                'Events',
                endpoint.events === null
                  ? 'all, including ones added later'
                  : endpoint.events.map((type) => eventLabels[type]).join('; '),
              ],
              [
                'Projects',
                endpoint.projectIds === null ? 'all, including ones added later' : endpoint.projectIds.join(', '),
              ],
              ['Created', <Time key="created" at={endpoint.createdAt} />],
              ...(endpoint.previousSecretUntil === null
                ? []
                : ([['Old secret expires', <Time key="old" at={endpoint.previousSecretUntil} />]] as const)),
            ]}
          />
        </Panel>
        <DeliveriesPanel endpointId={endpoint.id} canWrite={canWrite} />
      </Stack>
    </>
  );
}

type Ask = 'change' | 'rotate' | 'delete';

function EndpointActions({ endpoint }: { readonly endpoint: Endpoint }): ReactElement {
  const client = useClient();
  const queryClient = useQueryClient();
  const navigate = route.useNavigate();
  const [asked, setAsked] = useState<Ask>();
  const { id } = endpoint;
  const reload = () => queryClient.invalidateQueries({ queryKey: ['webhooks'] });
  const close = () => setAsked(undefined);
  const test = useMutation({ mutationFn: () => client.testWebhookEndpoint({ id }), onSuccess: reload });
  const toggle = useMutation({
    mutationFn: () => client.updateWebhookEndpoint({ id, enabled: !endpoint.enabled }),
    onSuccess: reload,
  });
  const rotate = useMutation({ mutationFn: () => client.rotateWebhookSecret({ id }), onSuccess: reload });
  const remove = useMutation({
    mutationFn: () => client.deleteWebhookEndpoint({ id }),
    onSuccess: async () => {
      await navigate({ to: '/webhooks' });
      await reload();
    },
  });
  return (
    <>
      <ErrorNotice error={test.error ?? toggle.error} />
      <Button icon="send" isBusy={test.isPending} onClick={() => test.mutate()}>
        Send a test
      </Button>
      <Button isBusy={toggle.isPending} onClick={() => toggle.mutate()}>
        {endpoint.enabled ? 'Disable' : 'Enable'}
      </Button>
      <Button onClick={() => setAsked('change')}>Change</Button>
      {endpoint.format === 'standard' && <Button onClick={() => setAsked('rotate')}>Rotate secret</Button>}
      <Button kind="danger" onClick={() => setAsked('delete')}>
        Delete
      </Button>
      {asked === 'change' && <EndpointDialog endpoint={endpoint} onClose={close} />}
      {rotate.data !== undefined && <SecretDialog secret={rotate.data.secret} onClose={() => rotate.reset()} />}
      <Dialog
        title="Rotate the secret?"
        text="For one day, events are signed with both secrets, so that you can update your server."
        isOpen={asked === 'rotate' && rotate.data === undefined}
        onClose={close}
      >
        <ErrorNotice error={rotate.error} />
        <DialogActions>
          <Button onClick={close}>Cancel</Button>
          <Button
            kind="primary"
            isBusy={rotate.isPending}
            onClick={() => rotate.mutate(undefined, { onSuccess: close })}
          >
            Rotate
          </Button>
        </DialogActions>
      </Dialog>
      <Dialog
        title="Delete the endpoint?"
        text="This also deletes its deliveries and their log. This can’t be undone."
        isOpen={asked === 'delete'}
        onClose={close}
      >
        <ErrorNotice error={remove.error} />
        <DialogActions>
          <Button onClick={close}>Cancel</Button>
          <Button kind="danger" isBusy={remove.isPending} onClick={() => remove.mutate()}>
            Delete endpoint
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}
