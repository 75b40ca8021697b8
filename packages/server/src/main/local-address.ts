/** Returns the default address of a process on this machine. */
export const localAddress = (port: number): string => `http://localhost:${port}`;
