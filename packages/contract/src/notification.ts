import { Type, type Static } from 'typebox';
import { json, operation, page } from './define-operation.ts';
import { DateTime, Nullable } from './ids.ts';

/** Kinds of notifications, in the order in which settings are shown. */
export const notificationKinds = [
  'agent.job.ended',
  'deployment.failed',
  'budget.threshold_reached',
  'feedback.created',
  'draft.expiring',
  'comment.mentioned',
  'comment.replied',
  'member.joined',
  'webhook.disabled',
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

export const notificationTones = ['good', 'bad', 'neutral'] as const;
export type NotificationTone = (typeof notificationTones)[number];

const Kind = Type.Enum([...notificationKinds]);

export const Notification = Type.Object(
  {
    id: Type.String(),
    kind: Kind,
    tone: Type.Enum([...notificationTones]),
    title: Type.String(),
    text: Type.String({ description: 'Empty if the title is sufficient.' }),
    projectId: Nullable(Type.String()),
    projectName: Nullable(Type.String({ description: 'Current name.' })),
    path: Type.String({ description: "Path of the related dashboard page, relative to the service's address." }),
    at: DateTime('When the event happened.'),
    readAt: Nullable(DateTime('When the person marked the notification as read.')),
  },
  { $id: 'Notification' },
);
export type Notification = Static<typeof Notification>;

const unread = Type.Integer({
  minimum: 0,
  description: "Number of the person's unread notifications in the organization, including those on other pages.",
});

export const NotificationList = Type.Object(
  { notifications: Type.Array(Notification), unread, nextCursor: Nullable(Type.String()) },
  { $id: 'NotificationList' },
);
export type NotificationList = Static<typeof NotificationList>;

export const ReadNotificationsBody = Type.Object(
  {
    ids: Type.Optional(
      Type.Array(Type.String({ maxLength: 15, pattern: '^[0-9]{1,15}$' }), {
        minItems: 1,
        maxItems: 100,
        description: "IDs of other people's or deleted notifications are ignored.",
      }),
    ),
    upTo: Type.Optional(
      Type.String({
        maxLength: 15,
        pattern: '^[0-9]{1,15}$',
        description: 'ID of the newest notification that the person has seen: it and all earlier ones are marked.',
      }),
    ),
  },
  { $id: 'ReadNotifications' },
);
export type ReadNotificationsBody = Static<typeof ReadNotificationsBody>;

export const UnreadNotifications = Type.Object({ unread }, { $id: 'UnreadNotifications' });

export const NotificationSetting = Type.Object(
  {
    kind: Kind,
    inApp: Type.Boolean({ description: 'Whether the dashboard shows these notifications.' }),
    mail: Type.Boolean({ description: 'Whether these notifications are also sent by email.' }),
  },
  { $id: 'NotificationSetting' },
);
export type NotificationSetting = Static<typeof NotificationSetting>;

export const mailObstacles = ['not_configured', 'address_unconfirmed'] as const;
export type MailObstacle = (typeof mailObstacles)[number];

export const NotificationSettings = Type.Object(
  {
    settings: Type.Array(NotificationSetting, { description: "The kinds that the person's role may see." }),
    email: Type.String({ description: 'Email address for notifications.' }),
    mailObstacle: Nullable(
      Type.Enum([...mailObstacles], {
        description:
          "The reason that no email is sent, regardless of the settings. `not_configured`: the installation has no mail server. `address_unconfirmed`: the address isn't confirmed.",
      }),
    ),
  },
  { $id: 'NotificationSettings' },
);
export type NotificationSettings = Static<typeof NotificationSettings>;

export const SetNotificationSettingsBody = Type.Object(
  {
    settings: Type.Array(
      Type.Object({
        kind: Kind,
        inApp: Type.Boolean(),
        mail: Type.Boolean(),
      }),
      { minItems: 1, maxItems: notificationKinds.length, description: 'Omitted kinds are unchanged.' },
    ),
  },
  { $id: 'SetNotificationSettings' },
);
export type SetNotificationSettingsBody = Static<typeof SetNotificationSettingsBody>;

const tag = 'Notifications';

export const notificationOperations = {
  listNotifications: operation({
    method: 'GET',
    path: '/v1/notifications',
    tag,
    summary: 'List your notifications',
    description: 'Notifications of the signed-in person in one organization, newest first. API keys have none.',
    scope: 'any',
    query: Type.Object({
      ...page,
      unread: Type.Optional(Type.Boolean({ description: 'Whether to return only unread notifications.' })),
    }),
    success: json(200, 'One page of notifications.', NotificationList),
    errors: ['person_required'],
  }),
  readNotifications: operation({
    method: 'POST',
    path: '/v1/notifications/read',
    tag,
    summary: 'Mark your notifications as read',
    description: 'Marks the given notifications, or one notification and all earlier ones.',
    scope: 'any',
    body: ReadNotificationsBody,
    success: json(200, 'The remaining unread notifications.', UnreadNotifications),
    errors: ['person_required'],
  }),
  getNotificationSettings: operation({
    method: 'GET',
    path: '/v1/notification-settings',
    tag,
    summary: 'Get your notification settings',
    description: 'Returns which notifications the signed-in person receives from this organization, and how.',
    scope: 'any',
    success: json(200, 'The settings.', NotificationSettings),
    errors: ['person_required'],
  }),
  setNotificationSettings: operation({
    method: 'PUT',
    path: '/v1/notification-settings',
    tag,
    summary: 'Change your notification settings',
    description: 'Changes apply to new notifications.',
    scope: 'any',
    body: SetNotificationSettingsBody,
    success: json(200, 'The settings.', NotificationSettings),
    errors: ['person_required'],
  }),
} as const;
