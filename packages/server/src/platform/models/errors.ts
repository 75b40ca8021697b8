/**
 * A model can't be created from its settings. The message contains fields and their allowed values, but never a key.
 */
export class ModelSettingsError extends Error {
  readonly code = 'model_settings_invalid';

  constructor(message: string) {
    super(message);
    this.name = 'ModelSettingsError';
  }
}
