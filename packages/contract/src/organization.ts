import { Type, type Static } from 'typebox';
import { DateTime } from './ids.ts';

export const plans = ['free', 'pro', 'enterprise'] as const;
export type Plan = (typeof plans)[number];

export const Organization = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    plan: Type.Enum([...plans]),
    createdAt: DateTime('When the organization was created.'),
    updatedAt: DateTime('When the organization last changed.'),
  },
  { $id: 'Organization' },
);
export type Organization = Static<typeof Organization>;

export const UpdateOrganizationBody = Type.Object(
  {
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' })),
    plan: Type.Optional(
      Type.Enum([...plans], { description: 'Only the current plan is accepted; only the operator can change it.' }),
    ),
  },
  { $id: 'UpdateOrganization' },
);
export type UpdateOrganizationBody = Static<typeof UpdateOrganizationBody>;
