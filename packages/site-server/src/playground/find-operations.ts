import type { SiteSource } from '../site-source.ts';
import { parseOperationList } from './operation-list.ts';
import type { OperationList } from './operation-list.ts';

/**
 * The path below the base path. Builders write it into the pages' playgrounds (`@docwright/site-builder`,
 * openapi/forwardable-calls.ts).
 */
const PLAYGROUND_PATH = '_docwright/playground';

/** The operations that a version's playgrounds may call. */
export interface SiteOperations {
  /** Path of the proxy on this host. */
  readonly path: string;
  /** Lists the operations, which are read at the first request. */
  list(): Promise<OperationList>;
}

/** Returns the operations, or `undefined` for a version without playgrounds that use the proxy. */
export function findOperations(source: SiteSource): SiteOperations | undefined {
  const file = source.features.playground ? source.look(`${PLAYGROUND_PATH}.json`) : undefined;
  if (file === undefined) return undefined;
  let list: Promise<OperationList> | undefined;
  const read = async (): Promise<OperationList> => {
    source.hold();
    try {
      await source.inspect(file);
      return parseOperationList(await source.read(file, 'identity'));
    } catch (error) {
      // The next request may succeed.
      list = undefined;
      throw error;
    } finally {
      await source.release();
    }
  };
  return { path: `${source.basePath}/${PLAYGROUND_PATH}`, list: () => (list ??= read()) };
}
