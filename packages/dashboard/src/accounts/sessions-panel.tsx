import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useApi } from '../api/api-context.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { Loaded } from '../api/loaded.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Panel, Table } from '../ui/layout.tsx';
import { Time } from '../ui/time.tsx';
import { describeBrowser } from './describe-browser.ts';
import { listSessions, revokeOtherSessions, revokeSession } from './session-endpoints.ts';

export function SessionsPanel(): ReactElement {
  const api = useApi();
  const queryClient = useQueryClient();
  const sessions = useQuery({ queryKey: ['sessions'], queryFn: () => api.gate.pass(() => listSessions(api)) });
  const end = useMutation({
    mutationFn: (id: string | null) =>
      api.gate.pass(() => (id === null ? revokeOtherSessions(api) : revokeSession(api, id))),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['sessions'] }),
  });
  return (
    <Panel
      title="Sessions"
      text="Browsers that are signed in to your account."
      isFlush
      actions={
        (sessions.data?.length ?? 0) > 1 && (
          <Button isSmall isBusy={end.isPending && end.variables === null} onClick={() => end.mutate(null)}>
            Sign out all others
          </Button>
        )
      }
    >
      <ErrorNotice error={end.error} />
      <Loaded query={sessions} lines={2}>
        {(list) => (
          <Table label="Sessions" columns={['Browser', 'Address', 'Last seen', 'Expires', { hidden: 'Actions' }]}>
            {list.map((session) => (
              <tr key={session.id}>
                <td title={session.userAgent ?? undefined}>
                  <span>
                    {describeBrowser(session.userAgent)} {session.current && <Badge tone="good">this one</Badge>}
                  </span>
                </td>
                <td data-label="Address">{session.address ?? '—'}</td>
                <td data-label="Last seen">
                  <Time at={session.lastSeenAt} />
                </td>
                <td data-label="Expires">
                  <Time at={session.expiresAt} />
                </td>
                <td>
                  {!session.current && (
                    <Button
                      isSmall
                      kind="danger"
                      isBusy={end.isPending && end.variables === session.id}
                      onClick={() => end.mutate(session.id)}
                    >
                      End
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </Table>
        )}
      </Loaded>
    </Panel>
  );
}
