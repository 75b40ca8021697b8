import type { Issue, ReportIssue } from '../../issues/issue.ts';
import { readRemoteSpecs } from '../../source/remote-specs.ts';
import { isLfsPointer, lfsRemedy } from '../../source/lfs-pointer.ts';
import type { SiteSource } from '../../source/site-source.ts';
import { convertMintJson } from './convert-mint-json.ts';
import { decodeText } from '../../text/decode-text.ts';
import { isObject, type JsonObject } from '../../text/json-object.ts';
import { parseJson } from '../../text/parse-json.ts';
import { localizeSpecs } from './localize-specs.ts';
import { resolveConfig } from './resolve-config.ts';
import { resolveRefs } from './resolve-refs.ts';
import type { SiteConfig } from './site-config.ts';
import { countOf } from '../../text/count-of.ts';

const configFiles = ['docs.json', 'mint.json'] as const;

/** The folder is not a documentation site: there is nothing to build, and no page on which to show a notice. */
export class SiteConfigMissing extends Error {
  readonly code = 'site_config_missing';

  constructor(message: string) {
    super(message);
    this.name = 'SiteConfigMissing';
  }
}

/**
 * Reads a site's configuration. Throws `SiteConfigMissing` if the folder has neither `docs.json` nor `mint.json`. If
 * the file isn't JSON, this is reported as an issue, and the site is built with default settings.
 */
export function readConfig(source: SiteSource, report: ReportIssue): SiteConfig {
  const file = configFiles.find((name) => source.has(name));
  if (file === undefined) {
    throw new SiteConfigMissing(
      `The docs folder contains neither ${configFiles.join(' nor ')} (checked ${countOf(source.paths.length, 'file')}).`,
    );
  }
  if (isLfsPointer(source.read(file) ?? new Uint8Array())) {
    report({
      path: file,
      severity: 'error',
      code: 'lfs-pointer',
      message: `${file} is a Git LFS pointer, and its content is not in the repository; the default settings are used.`,
      fix: lfsRemedy,
    });
    // Missing settings aren't reported, because the file's content is unknown.
    return resolveConfig({}, file, () => undefined);
  }
  const raw = readRaw(source, file, report);
  const resolved = localizeSpecs(resolveRefs(raw, file, source, report), readRemoteSpecs(source));
  const object: JsonObject = isObject(resolved) ? resolved : {};
  return resolveConfig(file === 'mint.json' ? convertMintJson(object) : object, file, report);
}

function readRaw(source: SiteSource, file: string, report: ReportIssue): unknown {
  const { text, invalid } = decodeText(source.read(file) ?? new Uint8Array());
  const issue = (rest: Omit<Issue, 'path'>): void => report({ path: file, ...rest });
  if (invalid)
    issue({
      severity: 'warning',
      code: 'invalid-utf8',
      message: `${file} is not valid UTF-8.`,
      fix: 'Save the file as UTF-8.',
    });
  const parsed = parseJson(text);
  if (!parsed.ok) {
    const place = parsed.line === undefined ? {} : { line: parsed.line };
    issue({
      ...place,
      severity: 'error',
      code: 'config-syntax',
      message: `${file} is not valid JSON: ${parsed.message}`,
      fix: 'Correct the syntax.',
    });
    return {};
  }
  if (parsed.lenient) {
    issue({
      severity: 'warning',
      code: 'config-syntax',
      message: `${file} contains comments or trailing commas, which JSON does not allow; they were ignored.`,
      fix: 'Remove them, so that other tools can read the file.',
    });
  }
  if (!isObject(parsed.value))
    issue({ severity: 'error', code: 'config-syntax', message: `${file} does not contain an object.` });
  return parsed.value;
}
