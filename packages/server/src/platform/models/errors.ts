/** A model that can't be made from its settings. The message names fields and what they may hold, never a key. */
export class ModelSettingsError extends Error {
  readonly code = 'model_settings_invalid';

  constructor(message: string) {
    super(message);
    this.name = 'ModelSettingsError';
  }
}
