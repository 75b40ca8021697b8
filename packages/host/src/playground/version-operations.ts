import type { Version } from '../versions/open-version.ts';
import { parseOperationList } from './operation-list.ts';
import type { OperationList } from './operation-list.ts';

/** Below the base path. Builders write it into the pages' playgrounds (`@docwright/site-builder`, openapi/forwardable-calls.ts). */
const PLAYGROUND_PATH = '/_docwright/playground';

/** What the playgrounds of one version may call. */
export interface VersionOperations {
  /** Path of the proxy on this host. */
  readonly path: string;
  /** Read when it is first asked for, and compared with the manifest like any other file. */
  list(): Promise<OperationList>;
}

/** Undefined for a version without such playgrounds. */
export function findOperations(version: Version): VersionOperations | undefined {
  const path = version.manifest.basePath + PLAYGROUND_PATH;
  const route = version.routes.find(`${path}.json`);
  if (route.kind !== 'file' || !route.file.path.endsWith('playground.json')) return undefined;
  const { file } = route;
  let list: Promise<OperationList> | undefined;
  const read = async (): Promise<OperationList> => {
    version.hold();
    try {
      return parseOperationList(await version.readIntact(file));
    } finally {
      await version.release();
    }
  };
  return { path, list: () => (list ??= read()) };
}
