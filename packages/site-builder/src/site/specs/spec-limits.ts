/** Bounds on specification files; past one the file is refused with an issue that names the limit. */
export interface SpecLimits {
  readonly maxJsonBytes: number;
  /** YAML costs about thirty times more to parse than JSON. */
  readonly maxYamlBytes: number;
  readonly maxYamlAliases: number;
  readonly maxDepth: number;
  /** Other files that one spec may pull in through `$ref`. */
  readonly maxExternalFiles: number;
}

export const defaultSpecLimits: SpecLimits = {
  maxJsonBytes: 20 * 1024 * 1024,
  maxYamlBytes: 8 * 1024 * 1024,
  maxYamlAliases: 100,
  maxDepth: 64,
  maxExternalFiles: 500,
};
