import type { AgentModel } from '@docwright/doc-agent';
import type { HttpClient } from '../platform/http-client/index.ts';
import { createModel as createPlatformModel } from '../platform/models/index.ts';
import { toModelSettings } from './model-names.ts';
import type { Settings } from './settings.ts';

/** @throws ModelSettingsError, SettingsError */
export function createModel(model: string, settings: Settings, http: HttpClient): AgentModel {
  return createPlatformModel(toModelSettings(model, settings), { http });
}
