import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useCan, useMe, type Role } from '../accounts/me.ts';
import { useClient } from '../api/api-context.ts';
import type { Client } from '../api/create-api.ts';
import { ErrorNotice, LoadError } from '../api/error-notice.tsx';
import { Loaded } from '../api/loaded.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { SelectField } from '../ui/field.tsx';
import { Panel, Row, Stack, Table } from '../ui/layout.tsx';
import { EmptyState, Skeleton } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { ReaderGroupsDialog } from './reader-groups-dialog.tsx';
import { roleChoices, roleLabels } from './role-choices.ts';
import styles from './settings.module.css';

type Member = Awaited<ReturnType<Client['listMembers']>>['members'][number];

export function MembersPanel(): ReactElement {
  const client = useClient();
  const queryClient = useQueryClient();
  const canWrite = useCan('members:write');
  const [isInviting, setIsInviting] = useState(false);
  const [leaving, setLeaving] = useState<Member>();
  const [grouped, setGrouped] = useState<Member>();
  const members = useInfiniteQuery({
    queryKey: ['members'],
    queryFn: ({ pageParam, signal }) => client.listMembers({ limit: 100, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
  const reload = () => queryClient.invalidateQueries({ queryKey: ['members'] });
  const change = useMutation({
    mutationFn: ({ userId, role }: { userId: string; role: Role }) => client.updateMember({ userId, role }),
    onSettled: reload,
  });
  const list = members.data?.pages.flatMap((page) => page.members);
  return (
    <Stack>
      <Panel
        title="Members"
        isFlush
        actions={
          canWrite && (
            <Button isSmall icon="plus" onClick={() => setIsInviting(true)}>
              Invite
            </Button>
          )
        }
      >
        <ErrorNotice error={change.error} />
        {list === undefined ? (
          members.failureReason === null ? (
            <Skeleton lines={3} />
          ) : (
            <LoadError error={members.failureReason} onRetry={() => void members.refetch()} />
          )
        ) : list.length === 0 ? (
          <EmptyState icon="user" title="No members yet">
            This organization has only API keys so far.
          </EmptyState>
        ) : (
          <Table
            label="Members"
            columns={['Person', 'Role', 'Reader groups', 'Second factor', 'Last seen', { hidden: 'Actions' }]}
          >
            {list.map((member) => (
              <MemberRow
                key={member.userId}
                member={member}
                isBusy={change.isPending && change.variables.userId === member.userId}
                onRole={canWrite ? (role) => change.mutate({ userId: member.userId, role }) : undefined}
                onGroups={canWrite ? () => setGrouped(member) : undefined}
                onRemove={canWrite && !isOnlyOwner(member, list) ? () => setLeaving(member) : undefined}
              />
            ))}
          </Table>
        )}
        {members.hasNextPage && <Button onClick={() => void members.fetchNextPage()}>Show more</Button>}
      </Panel>
      <InvitationsPanel />
      {isInviting && <InviteDialog onClose={() => setIsInviting(false)} />}
      {grouped && <ReaderGroupsDialog member={grouped} onClose={() => setGrouped(undefined)} />}
      {leaving && <RemoveMemberDialog member={leaving} onClose={() => setLeaving(undefined)} />}
    </Stack>
  );
}

/**
 * Whether a member is the only owner. An organization needs an owner, so the service refuses to remove the last owner.
 */
const isOnlyOwner = (member: Member, shown: readonly Member[]): boolean =>
  member.role === 'owner' && shown.every(({ userId, role }) => role !== 'owner' || userId === member.userId);

interface RemoveMemberDialogProps {
  readonly member: Member;
  readonly onClose: () => void;
}

function RemoveMemberDialog({ member, onClose }: RemoveMemberDialogProps): ReactElement {
  const client = useClient();
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: () => client.removeMember({ userId: member.userId }),
    onSuccess: async () => {
      onClose();
      await queryClient.invalidateQueries({ queryKey: ['members'] });
    },
  });
  return (
    <Dialog
      title={`Remove ${member.email}?`}
      text="Their sessions lose access to the organization immediately. API keys that they created keep working."
      isOpen
      onClose={onClose}
    >
      <ErrorNotice error={remove.error} />
      <DialogActions>
        <Button onClick={onClose}>Keep</Button>
        <Button kind="danger" isBusy={remove.isPending} onClick={() => remove.mutate()}>
          Remove member
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface MemberRowProps {
  readonly member: Member;
  readonly isBusy: boolean;
  readonly onRole: ((role: Role) => void) | undefined;
  readonly onGroups: (() => void) | undefined;
  readonly onRemove: (() => void) | undefined;
}

function MemberRow({ member, isBusy, onRole, onGroups, onRemove }: MemberRowProps): ReactElement {
  const me = useMe();
  return (
    <tr>
      <td>
        <div>
          <span className={styles['name']}>{member.name || member.email}</span>{' '}
          {member.userId === me.user?.id && <Badge tone="info">you</Badge>}
          <div className={styles['soft']}>{member.email}</div>
        </div>
      </td>
      <td data-label="Role">
        {onRole === undefined ? (
          member.role
        ) : (
          <SelectField
            label={`Role of ${member.email}`}
            isLabelHidden
            value={member.role}
            disabled={isBusy}
            choices={roleChoices(me.role)}
            onChange={onRole}
          />
        )}
      </td>
      <td data-label="Reader groups">
        {member.readerGroups.length === 0 ? '—' : member.readerGroups.join(', ')}{' '}
        {onGroups && (
          <Button isSmall onClick={onGroups}>
            Edit<span className="visually-hidden"> reader groups of {member.email}</span>
          </Button>
        )}
      </td>
      <td data-label="Second factor">{member.twoFactorEnabled ? <Badge tone="good">on</Badge> : <Badge>off</Badge>}</td>
      <td data-label="Last seen">{member.lastSeenAt === null ? '—' : <Time at={member.lastSeenAt} />}</td>
      <td>
        {onRemove && (
          <Button isSmall kind="danger" onClick={onRemove}>
            Remove
          </Button>
        )}
      </td>
    </tr>
  );
}

function InvitationsPanel(): ReactElement {
  const client = useClient();
  const queryClient = useQueryClient();
  const canWrite = useCan('members:write');
  const invitations = useQuery({
    queryKey: ['invitations'],
    queryFn: async ({ signal }) => (await client.listInvitations({ signal })).invitations,
  });
  const revoke = useMutation({
    mutationFn: (invitationId: string) => client.revokeInvitation({ invitationId }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['invitations'] }),
  });
  return (
    <Panel title="Open invitations" isFlush>
      <ErrorNotice error={revoke.error} />
      <Loaded query={invitations} lines={2}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState icon="send" title="No open invitations" />
          ) : (
            <Table label="Open invitations" columns={['Address', 'Role', 'Expires', { hidden: 'Actions' }]}>
              {list.map(({ id, email, role, expiresAt }) => (
                <tr key={id}>
                  <td>{email}</td>
                  <td data-label="Role">{roleLabels[role]}</td>
                  <td data-label="Expires">
                    <Time at={expiresAt} />
                  </td>
                  <td>
                    {canWrite && (
                      <Row>
                        <Button
                          isSmall
                          kind="danger"
                          isBusy={revoke.isPending && revoke.variables === id}
                          onClick={() => revoke.mutate(id)}
                        >
                          Withdraw
                        </Button>
                      </Row>
                    )}
                  </td>
                </tr>
              ))}
            </Table>
          )
        }
      </Loaded>
    </Panel>
  );
}
