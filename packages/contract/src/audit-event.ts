import { Type, type Static } from 'typebox';
import { DateTime, Nullable } from './ids.ts';

export const auditActorKinds = ['user', 'api_key', 'system', 'anonymous'] as const;
export type AuditActorKind = (typeof auditActorKinds)[number];

export const auditResults = ['success', 'refused'] as const;
export type AuditResult = (typeof auditResults)[number];

export const AuditEvent = Type.Object(
  {
    id: Type.String({ description: 'Increases with time.' }),
    at: DateTime('When the event happened.'),
    actor: Type.Object({
      kind: Type.Enum([...auditActorKinds], {
        description:
          "`system` is the command line on the machine or the first start; `anonymous` is a caller who isn't signed in.",
      }),
      id: Nullable(Type.String()),
      name: Type.String({ description: 'Email address of the user, or name of the key, at that time.' }),
    }),
    action: Type.String({ description: 'What was done, such as `project.updated` or `session.created`.' }),
    target: Type.Object({
      kind: Nullable(Type.String()),
      id: Nullable(Type.String()),
      name: Nullable(Type.String({ description: 'Name at that time.' })),
    }),
    result: Type.Enum([...auditResults]),
    address: Nullable(Type.String({ description: 'IP address of the client.' })),
    userAgent: Nullable(Type.String()),
    requestId: Nullable(Type.String()),
    details: Type.Record(Type.String(), Type.Unknown(), { description: 'Additional information; never a secret.' }),
  },
  { $id: 'AuditEvent' },
);
export type AuditEvent = Static<typeof AuditEvent>;

export const AuditEventList = Type.Object(
  { events: Type.Array(AuditEvent), nextCursor: Nullable(Type.String()) },
  { $id: 'AuditEventList' },
);

const Text = (description: string) => Type.Optional(Type.String({ minLength: 1, maxLength: 300, description }));

/** Filters of the audit log, for its list and its export. */
export const auditFilters = {
  actor: Text('ID of a user or key, or its name at that time.'),
  action: Text('An action, or a common prefix such as `project.`.'),
  target: Text('ID or name of the changed object.'),
  result: Type.Optional(Type.Enum([...auditResults])),
  from: Type.Optional(DateTime('Earliest time, inclusive.')),
  to: Type.Optional(DateTime('Latest time, exclusive.')),
};
