export interface HostSetting {
  /** Path in a settings file: `staticExport.bundleUrl`. The same path is the flag and the key in the Helm chart. */
  readonly name: string;
  readonly environment: string;
  readonly doc: string;
  readonly schema: SettingSchema;
  readonly default: boolean | number | string | readonly string[];
  /** Never shown by a command or a log. */
  readonly secret?: boolean;
}

export type SettingSchema =
  | { readonly type: 'boolean' }
  | { readonly type: 'integer'; readonly minimum: number; readonly maximum: number }
  | { readonly type: 'string'; readonly pattern?: string; readonly enum?: readonly string[] }
  | { readonly type: 'array'; readonly items: { readonly type: 'string' } };
