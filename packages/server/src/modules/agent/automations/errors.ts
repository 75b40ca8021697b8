import { ApiError } from '../../../platform/http/index.ts';

export const automationNotFound = (id: string): ApiError =>
  new ApiError('not_found', `The project has no automation "${id.slice(0, 100)}".`);

export const runNotFound = (id: string): ApiError =>
  new ApiError('not_found', `The automation has no run "${id.slice(0, 100)}".`);

export const automationDisabled = (name: string): ApiError =>
  new ApiError('automation_disabled', `The automation "${name}" is disabled. Enable it first.`);

export const automationInFile = (name: string, path: string): ApiError =>
  new ApiError(
    'automation_in_file',
    `The automation "${name}" is defined by the file ${path} in the docs folder. Change or delete the file.`,
  );

export const automationRunning = (runId: string): ApiError =>
  new ApiError(
    'automation_running',
    `The run ${runId} of the automation has not ended. Wait for it, or cancel its job.`,
  );

export const othersChanging = (): ApiError =>
  new ApiError(
    'unavailable',
    'Someone else keeps changing the automation, so your changes were not saved. Load its current settings, and try again in a few seconds.',
  );

export const limitReached = (reason: string): ApiError => new ApiError('automation_limit_reached', reason);

export const tooManyAutomations = (limit: number): ApiError =>
  new ApiError('too_many_automations', `The project has ${limit} automations, which is the limit. Delete one first.`);

export const invalidField = (path: string, message: string): ApiError =>
  new ApiError('invalid_request', `\`${path.slice(1).replaceAll('/', '.')}\` ${message}.`, {
    details: [{ path, message }],
  });
