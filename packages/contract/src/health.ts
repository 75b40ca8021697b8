import { Type, type Static } from 'typebox';

export const Health = Type.Object({ status: Type.Literal('ok'), version: Type.String() }, { $id: 'Health' });
export type Health = Static<typeof Health>;

export const Readiness = Type.Object(
  {
    status: Type.Enum(['ready', 'not_ready']),
    checks: Type.Record(Type.String(), Type.Enum(['ok', 'failed'])),
  },
  { $id: 'Readiness' },
);
export type Readiness = Static<typeof Readiness>;
