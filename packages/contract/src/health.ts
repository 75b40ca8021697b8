import { Type, type Static } from 'typebox';

export const Health = Type.Object({ status: Type.Literal('ok'), version: Type.String() }, { $id: 'Health' });
export type Health = Static<typeof Health>;

export const Readiness = Type.Object(
  {
    status: Type.Enum(['ready', 'not_ready']),
    checks: Type.Record(Type.String(), Type.Enum(['ok', 'low', 'full', 'failed']), {
      description: "`low` and `full` refer to `disk`, the data folder's free space.",
    }),
    warnings: Type.Array(Type.String(), {
      description: 'Warnings for the operator, one sentence each. The service is still ready.',
    }),
  },
  { $id: 'Readiness' },
);
export type Readiness = Static<typeof Readiness>;
