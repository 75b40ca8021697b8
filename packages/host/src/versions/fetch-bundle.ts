import { BundleError } from '@docwright/bundle';
import { createAddressRules, hostAndPort, showUrl } from '@docwright/site-server';
import { HostError } from '../errors.ts';
import { openLink, parseLink } from '../outgoing/open-link.ts';
import type { StaticExportSettings } from '../settings/parse-settings.ts';
import type { DeployedAs } from './find-deployment-problem.ts';
import { stageBundle } from './stage-bundle.ts';
import type { StagedVersion, StagingPoint } from './stage-bundle.ts';

export interface FetchRequest extends DeployedAs {
  readonly folder: string;
  readonly settings: StaticExportSettings;
  readonly url: string;
  /** A URL whose loopback host an operator has allowed: the link itself, or the API that returned it. */
  readonly trustedUrl: string;
  readonly stagingName: string;
  readonly signal: AbortSignal;
  readonly atPoint: (point: StagingPoint) => Promise<void> | void;
}

/** Downloads the link's bundle, and stores it as a verified version on disk. @throws HostError or BundleError */
export async function fetchBundle(request: FetchRequest): Promise<StagedVersion> {
  const { settings, url } = request;
  const rules = createAddressRules([hostAndPort(parseLink(request.trustedUrl))], settings.allowedPrivateHosts);
  // A single limit for the whole download, even if bytes keep arriving slowly.
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(settings.downloadTimeoutMs)]);
  const answer = await openLink({ url, rules, idleTimeoutMs: settings.idleTimeoutMs, signal });
  try {
    requireDownload(answer.status, url);
    if (answer.lengthBytes !== undefined && answer.lengthBytes > settings.maxBundleBytes) {
      throw new BundleError(
        'archive-too-large',
        `the bundle has ${answer.lengthBytes} bytes; maxBundleBytes = ${settings.maxBundleBytes}`,
      );
    }
    return await stageBundle({
      folder: request.folder,
      stream: answer.body,
      policy: { maxArchiveBytes: settings.maxBundleBytes, maxEntries: settings.maxFiles },
      publicKey: settings.publicKey,
      sha256: settings.sha256,
      version: settings.version,
      deploymentKind: request.deploymentKind,
      hasAccess: request.hasAccess,
      stagingName: request.stagingName,
      atPoint: request.atPoint,
    });
  } catch (error) {
    throw nameSetting(error, settings);
  } finally {
    answer.close();
  }
}

/**
 * Names the setting in an error. The bundle's own error names the policy limit; operators need the name of the setting.
 */
function nameSetting(error: unknown, { maxFiles }: StaticExportSettings): unknown {
  if (!(error instanceof BundleError) || error.code !== 'archive-too-many-entries') return error;
  const message = `the bundle has more files than staticExport.maxFiles (STATIC_EXPORT_MAX_FILES) = ${maxFiles} allows`;
  return new BundleError(error.code, message, { cause: error });
}

function requireDownload(status: number, url: string): void {
  if (status === 200) return;
  const message = `${showUrl(url)} returned status ${status}`;
  if (status === 403 || status === 410)
    throw new HostError('link-expired', `${message}: presigned links expire; set a new one`);
  throw new HostError('link-refused', message, { retryable: status >= 500 || status === 429 || status === 408 });
}
