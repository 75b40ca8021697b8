import { StoreFullError } from '@docwright/site-access';

const fullCodes: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EROFS']);

/** @throws StoreFullError if the disk accepts no more data; any other error unchanged */
export async function storing<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (error instanceof Error && 'code' in error && fullCodes.has(error.code))
      throw new StoreFullError(error.message, { cause: error });
    throw error;
  }
}
