/** The resolved `api.*` of docs.json. `defaultApiSettings` applies to sites without `api`. */
export interface ApiSettings {
  /**
   * `interactive`, `simple` (only address and copy button), `none`, or `auth` (only for signed-in readers: absent from
   * an export).
   */
  readonly playground: 'interactive' | 'simple' | 'none' | 'auth';
  /** Address below which a deployment may forward playground requests; `''` always sends them directly. */
  readonly proxyUrl: string;
  /** Whether to send cookies (`fetch` with `credentials: include`). */
  readonly credentials: boolean;
  /** Whether nested parameters are initially expanded (`api.params.expanded: all`). */
  readonly expandParameters: boolean;
  /** Extra schema keys to show next to a parameter's name (`api.params.post`). */
  readonly parameterPost: readonly string[];
  /** Languages of generated samples, in order. */
  readonly sampleLanguages: readonly string[];
  /** The parameters that generated samples contain. */
  readonly sampleDefaults: 'required' | 'all';
  /** Whether to fill the playground with the spec's examples. */
  readonly prefill: boolean;
  /** Whether to generate samples. `x-codeSamples` are always shown. */
  readonly autogenerateSamples: boolean;
  /** Whether to show the whole server address before the path (`api.url: full`). */
  readonly fullUrl: boolean;
  /** Authentication of `api:` pages without a spec. */
  readonly manualAuth: 'bearer' | 'basic' | 'key' | 'cobo' | 'none';
  readonly manualAuthName: string;
  readonly manualServers: readonly string[];
  /** Whether to add the operation as YAML to a page's Markdown (`markdown.schema`). */
  readonly markdownSchema: boolean;
}

export const defaultApiSettings: ApiSettings = {
  playground: 'interactive',
  proxyUrl: '',
  credentials: false,
  expandParameters: false,
  parameterPost: [],
  sampleLanguages: ['bash', 'python', 'javascript', 'php', 'go', 'java', 'ruby'],
  sampleDefaults: 'all',
  prefill: false,
  autogenerateSamples: true,
  fullUrl: false,
  manualAuth: 'none',
  manualAuthName: '',
  manualServers: [],
  markdownSchema: true,
};
