import { ApiError } from '../../../platform/http/index.ts';

/** What an operator's command on organizations can't do, in one sentence. */
export class OrganizationRefusal extends Error {
  override readonly name = 'OrganizationRefusal';
}

export const planIsTheOperators = (): ApiError =>
  new ApiError(
    'operator_only',
    'The plan is set by the operator of the installation: "docwright org set-plan" on its machine. No key or session changes it.',
    { details: [{ path: '/plan', message: 'is set by the operator' }] },
  );
