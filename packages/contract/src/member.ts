import { Type, type Static } from 'typebox';
import { scopes } from './api-key.ts';
import { DateTime, Nullable } from './ids.ts';
import { ReaderGroup } from './reader-group.ts';
import { plans } from './organization.ts';

/** Roles in an organization, from the most to the least privileged. */
export const roles = ['owner', 'admin', 'editor', 'viewer'] as const;
export type Role = (typeof roles)[number];

const RoleField = Type.Enum([...roles], { description: 'owner, admin, editor or viewer.' });

export const Me = Type.Object(
  {
    user: Nullable(
      Type.Object({
        id: Type.String(),
        name: Type.String(),
        email: Type.String(),
        twoFactorEnabled: Type.Boolean(),
        emailConfirmed: Type.Boolean({ description: 'Whether the person opened a link that was sent to the address.' }),
        hasPassword: Type.Boolean({ description: 'False for members who sign in only through the identity provider.' }),
      }),
    ),
    apiKey: Nullable(Type.Object({ id: Type.String(), name: Type.String() })),
    organization: Type.Object({
      id: Type.String(),
      name: Type.String(),
      plan: Type.Enum([...plans]),
      operator: Type.Boolean({ description: "Whether this is the organization of the installation's operator." }),
    }),
    role: Nullable(RoleField),
    organizations: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), role: Nullable(RoleField) })),
    scopes: Type.Array(Type.Enum([...scopes])),
    projectIds: Nullable(Type.Array(Type.String(), { description: 'Null: every project.' })),
  },
  { $id: 'Me' },
);
export type Me = Static<typeof Me>;

export const Member = Type.Object(
  {
    userId: Type.String(),
    name: Type.String(),
    email: Type.String(),
    role: RoleField,
    readerGroups: Type.Array(Type.String(), {
      description: 'Groups in which the person reads sites with the access mode `members`.',
    }),
    twoFactorEnabled: Type.Boolean(),
    joinedAt: DateTime('When the person became a member.'),
    lastSeenAt: Nullable(DateTime("When the person last used a session that hasn't ended.")),
  },
  { $id: 'Member' },
);
export type Member = Static<typeof Member>;

export const MemberList = Type.Object(
  { members: Type.Array(Member), nextCursor: Nullable(Type.String()) },
  { $id: 'MemberList' },
);

export const UpdateMemberBody = Type.Object(
  {
    role: Type.Optional(RoleField),
    readerGroups: Type.Optional(
      Type.Array(ReaderGroup, {
        maxItems: 100,
        description:
          'Replaces the groups in which the person reads sites with the access mode `members`. Names are compared exactly; they neither start nor end with a space.',
      }),
    ),
  },
  { $id: 'UpdateMember', minProperties: 1 },
);
export type UpdateMemberBody = Static<typeof UpdateMemberBody>;

export const CreateInvitationBody = Type.Object(
  {
    email: Type.String({ minLength: 3, maxLength: 254, pattern: '^[^\\s@]+@[^\\s@]+$' }),
    role: RoleField,
    sendMail: Type.Optional(
      Type.Boolean({ description: 'Whether to also email the link. Default: true if email is configured.' }),
    ),
  },
  { $id: 'CreateInvitation' },
);
export type CreateInvitationBody = Static<typeof CreateInvitationBody>;

const invitationFields = {
  id: Type.String(),
  email: Type.String(),
  role: RoleField,
  invitedBy: Type.String({ description: 'ID of the user or key.' }),
  createdAt: DateTime('When the invitation was created.'),
  expiresAt: DateTime('When its link stops working.'),
};

export const Invitation = Type.Object(invitationFields, { $id: 'Invitation' });
export type Invitation = Static<typeof Invitation>;

export const NewInvitation = Type.Object(
  {
    ...invitationFields,
    acceptUrl: Type.String({ format: 'uri', description: 'The link for the person, shown only once.' }),
    mailSent: Type.Boolean({ description: 'Whether the mail server accepted the email.' }),
  },
  { $id: 'NewInvitation' },
);
export type NewInvitation = Static<typeof NewInvitation>;

export const InvitationList = Type.Object({ invitations: Type.Array(Invitation) }, { $id: 'InvitationList' });
