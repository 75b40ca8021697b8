import { Type, type TObject, type TSchema } from 'typebox';
import { Id } from './ids.ts';
import type { Operation, SuccessAnswer } from './operation.ts';

const none = Type.Object({});
export const projectId = { projectId: Id('Project.') };
export const agentJobId = { ...projectId, id: Id('Agent job.') };
export const exportJobId = { jobId: Id('Export job.') };

/** Maximum number of rows on one page of a list. */
export const maxPageSize = 100;
export const page = {
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: maxPageSize, default: 20, description: 'Maximum number of rows on the page.' }),
  ),
  cursor: Type.Optional(
    Type.String({ minLength: 1, maxLength: 500, description: '`nextCursor` of the previous page.' }),
  ),
};

export const json = (status: SuccessAnswer['status'], description: string, schema: TSchema): SuccessAnswer => ({
  status,
  description,
  content: { 'application/json': schema },
});

type OperationFields<P extends TObject, Q extends TObject, B extends TSchema | null> = Pick<
  Operation,
  'method' | 'path' | 'tag' | 'summary' | 'description' | 'scope' | 'success'
> & {
  params?: P;
  query?: Q;
  body?: B;
  publicKeys?: boolean;
  sessions?: boolean;
  operatorOnly?: boolean;
  bodyOptional?: boolean;
  ignoresUnknownFields?: boolean;
  idempotent?: boolean;
  conditional?: boolean;
  maxBodyBytes?: number;
  maxBodyDepth?: number;
  deprecated?: Operation['deprecated'];
  alternatives?: Operation['alternatives'];
  errors?: Operation['errors'];
};

export function operation<
  P extends TObject = typeof none,
  Q extends TObject = typeof none,
  B extends TSchema | null = null,
>(fields: OperationFields<P, Q, B>): Omit<Operation, 'params' | 'query' | 'body'> & { params: P; query: Q; body: B } {
  return {
    publicKeys: false,
    sessions: true,
    operatorOnly: false,
    bodyOptional: false,
    ignoresUnknownFields: false,
    idempotent: false,
    conditional: false,
    alternatives: [],
    errors: [],
    ...fields,
    params: (fields.params ?? none) as P,
    query: (fields.query ?? none) as Q,
    body: (fields.body ?? null) as B,
  };
}
