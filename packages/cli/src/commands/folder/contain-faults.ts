/** Runs a command that serves requests, so that an exception in a callback ends its request, not the process. */
export async function containFaults<T>(work: () => Promise<T>, onFatal?: (error: unknown) => void): Promise<T> {
  const { catchProcessFaults } = await import('@docwright/site-server');
  const release = catchProcessFaults(onFatal ?? (() => undefined));
  try {
    return await work();
  } finally {
    release();
  }
}
