import { Type, type Static } from 'typebox';

export const Health = Type.Object({ status: Type.Literal('ok'), version: Type.String() }, { $id: 'Health' });
export type Health = Static<typeof Health>;

export const Readiness = Type.Object(
  {
    status: Type.Enum(['ready', 'not_ready']),
    checks: Type.Record(Type.String(), Type.Enum(['ok', 'low', 'full', 'failed']), {
      description: '`low` and `full` are said of `disk`, the data folder’s.',
    }),
    warnings: Type.Array(Type.String(), {
      description: 'What an operator should look into, a sentence each; it does not keep the service from being ready.',
    }),
  },
  { $id: 'Readiness' },
);
export type Readiness = Static<typeof Readiness>;
