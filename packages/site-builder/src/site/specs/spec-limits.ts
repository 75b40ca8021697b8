/** Limits on specification files; a file that exceeds a limit is rejected with an issue that names the limit. */
export interface SpecLimits {
  readonly maxJsonBytes: number;
  /** YAML costs about thirty times more to parse than JSON. */
  readonly maxYamlBytes: number;
  readonly maxYamlAliases: number;
  readonly maxDepth: number;
  /** Maximum number of other files that a spec may include through `$ref`. */
  readonly maxExternalFiles: number;
}

export const defaultSpecLimits: SpecLimits = {
  maxJsonBytes: 20 * 1024 * 1024,
  maxYamlBytes: 8 * 1024 * 1024,
  maxYamlAliases: 100,
  maxDepth: 64,
  maxExternalFiles: 500,
};
