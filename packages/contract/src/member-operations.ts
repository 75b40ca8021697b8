import { Type } from 'typebox';
import { json, operation, page } from './define-operation.ts';
import { Id } from './ids.ts';
import {
  CreateInvitationBody,
  InvitationList,
  Me,
  Member,
  MemberList,
  NewInvitation,
  UpdateMemberBody,
} from './member.ts';

const userId = Type.Object({ userId: Id('User.') });

export const memberOperations = {
  getMe: operation({
    method: 'GET',
    path: '/v1/me',
    tag: 'Organization',
    summary: 'Who asks',
    description: 'The user or key of the request, its organizations, and the scopes that it holds.',
    scope: 'any',
    success: json(200, 'Who asks.', Me),
  }),
  listMembers: operation({
    method: 'GET',
    path: '/v1/organization/members',
    tag: 'Organization',
    summary: 'List members',
    description: 'The people of the organization, in the order in which they joined.',
    scope: 'members:read',
    query: Type.Object(page),
    success: json(200, 'One page of members.', MemberList),
  }),
  updateMember: operation({
    method: 'PATCH',
    path: '/v1/organization/members/{userId}',
    tag: 'Organization',
    summary: 'Change a member’s role',
    description:
      'Who asks holds every scope of the role that is given and of the one that is taken: only an owner makes or changes an owner. The last owner stays one.',
    scope: 'members:write',
    params: userId,
    body: UpdateMemberBody,
    success: json(200, 'The member.', Member),
    errors: ['not_found', 'last_owner'],
  }),
  removeMember: operation({
    method: 'DELETE',
    path: '/v1/organization/members/{userId}',
    tag: 'Organization',
    summary: 'Remove a member',
    description: 'The person’s sessions lose the organization at once. Keys that the person made stay.',
    scope: 'members:write',
    params: userId,
    success: { status: 204, description: 'The person is no member.', content: {} },
    errors: ['not_found', 'last_owner'],
  }),
  listInvitations: operation({
    method: 'GET',
    path: '/v1/organization/invitations',
    tag: 'Organization',
    summary: 'List invitations',
    description: 'Those that are open, newest first.',
    scope: 'members:read',
    success: json(200, 'The invitations.', InvitationList),
  }),
  createInvitation: operation({
    method: 'POST',
    path: '/v1/organization/invitations',
    tag: 'Organization',
    summary: 'Invite a person',
    description:
      'Makes a link, good once, to hand over or to have sent. An open invitation of the same address is replaced. At most 500 are open at a time.',
    scope: 'members:write',
    body: CreateInvitationBody,
    success: json(201, 'The invitation with its link.', NewInvitation),
    errors: ['already_member', 'invitation_limit_reached'],
  }),
  revokeInvitation: operation({
    method: 'DELETE',
    path: '/v1/organization/invitations/{invitationId}',
    tag: 'Organization',
    summary: 'Withdraw an invitation',
    description: 'Its link stops working.',
    scope: 'members:write',
    params: Type.Object({ invitationId: Id('Invitation.') }),
    success: { status: 204, description: 'It is gone.', content: {} },
    errors: ['not_found'],
  }),
} as const;
