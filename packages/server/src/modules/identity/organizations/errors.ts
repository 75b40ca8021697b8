import { ApiError } from '../../../platform/http/index.ts';

/** The reason why an operator's command for organizations was refused, in one sentence. */
export class OrganizationRefusal extends Error {
  override readonly name = 'OrganizationRefusal';
}

export const planSetByOperator = (): ApiError =>
  new ApiError(
    'operator_only',
    'Only the operator can change the plan, with "docwright org set-plan" on the installation\'s machine. API keys and sessions can\'t.',
    { details: [{ path: '/plan', message: 'can be changed only by the operator' }] },
  );
