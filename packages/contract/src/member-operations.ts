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
    summary: 'Get the caller',
    description: "Returns the caller's user or key, organizations and scopes.",
    scope: 'any',
    success: json(200, 'The caller.', Me),
  }),
  listMembers: operation({
    method: 'GET',
    path: '/v1/organization/members',
    tag: 'Organization',
    summary: 'List members',
    description: 'Members of the organization, in the order in which they joined.',
    scope: 'members:read',
    query: Type.Object(page),
    success: json(200, 'One page of members.', MemberList),
  }),
  updateMember: operation({
    method: 'PATCH',
    path: '/v1/organization/members/{userId}',
    tag: 'Organization',
    summary: 'Change a member',
    description:
      "Changes the role, the reader groups, or both. To change the role, the caller needs every scope of both the old and the new role, so only an owner can promote a member to owner or demote an owner. The last owner can't be demoted. Reader groups apply on every edge within 5 seconds.",
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
    description:
      "The person's sessions lose access to the organization immediately. Keys that the person created remain valid.",
    scope: 'members:write',
    params: userId,
    success: { status: 204, description: 'The person is no longer a member.', content: {} },
    errors: ['not_found', 'last_owner'],
  }),
  listInvitations: operation({
    method: 'GET',
    path: '/v1/organization/invitations',
    tag: 'Organization',
    summary: 'List invitations',
    description: 'Open invitations, newest first.',
    scope: 'members:read',
    success: json(200, 'The invitations.', InvitationList),
  }),
  createInvitation: operation({
    method: 'POST',
    path: '/v1/organization/invitations',
    tag: 'Organization',
    summary: 'Invite a person',
    description:
      'Creates a link that works once. You can share it yourself or send it by email. The invitation replaces an open invitation for the same address. At most 500 invitations can be open at a time.',
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
    success: { status: 204, description: 'The invitation is withdrawn.', content: {} },
    errors: ['not_found'],
  }),
} as const;
