import { isIP } from 'node:net';

/** Whether a host, written as in a URL or without brackets, is this machine. */
export function isLoopback(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, '');
  return host === 'localhost' || address === '::1' || (isIP(address) === 4 && address.startsWith('127.'));
}
