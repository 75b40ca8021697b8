import { Type, type Static } from 'typebox';
import { DateTime, Nullable } from './ids.ts';

export const auditActorKinds = ['user', 'api_key', 'system', 'anonymous'] as const;
export type AuditActorKind = (typeof auditActorKinds)[number];

export const auditResults = ['success', 'refused'] as const;
export type AuditResult = (typeof auditResults)[number];

export const AuditEvent = Type.Object(
  {
    id: Type.String({ description: 'Grows with time.' }),
    at: DateTime('When it happened.'),
    actor: Type.Object({
      kind: Type.Enum([...auditActorKinds], {
        description:
          '`system` is the machine’s own command line and first start; `anonymous` nobody that was signed in.',
      }),
      id: Nullable(Type.String()),
      name: Type.String({ description: 'E-mail address or name of the key, as it was then.' }),
    }),
    action: Type.String({ description: 'What was done: `project.updated`, `session.created`.' }),
    target: Type.Object({
      kind: Nullable(Type.String()),
      id: Nullable(Type.String()),
      name: Nullable(Type.String({ description: 'As it was then.' })),
    }),
    result: Type.Enum([...auditResults]),
    address: Nullable(Type.String({ description: 'IP address of the client.' })),
    userAgent: Nullable(Type.String()),
    requestId: Nullable(Type.String()),
    details: Type.Record(Type.String(), Type.Unknown(), { description: 'More about it; never a secret.' }),
  },
  { $id: 'AuditEvent' },
);
export type AuditEvent = Static<typeof AuditEvent>;

export const AuditEventList = Type.Object(
  { events: Type.Array(AuditEvent), nextCursor: Nullable(Type.String()) },
  { $id: 'AuditEventList' },
);

const Text = (description: string) => Type.Optional(Type.String({ minLength: 1, maxLength: 300, description }));

/** Filters of the audit log, the same for its list and its export. */
export const auditFilters = {
  actor: Text('Id of a user or key, or the name that it had.'),
  action: Text('An action, or the beginning of several: `project.`.'),
  target: Text('Id or name of what it was done to.'),
  result: Type.Optional(Type.Enum([...auditResults])),
  from: Type.Optional(DateTime('Not before.')),
  to: Type.Optional(DateTime('Before.')),
};
