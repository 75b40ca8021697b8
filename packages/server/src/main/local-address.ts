/** Where a process of this machine is reached when nothing else is said. */
export const localAddress = (port: number): string => `http://localhost:${port}`;
