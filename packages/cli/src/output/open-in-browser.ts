import { spawn } from 'node:child_process';
import { platform } from 'node:os';
import type { CliContext } from '../context.ts';

/**
 * Opens an address in this machine's browser: `BROWSER`, or the system's default. The address isn't passed to a shell.
 *
 * @returns whether a browser was started; a machine without a screen has none
 */
export function openInBrowser(address: string, { env }: Pick<CliContext, 'env'>): Promise<boolean> {
  const { protocol, href } = new URL(address);
  if (protocol !== 'http:' && protocol !== 'https:') return Promise.resolve(false);
  const [program, ...args] = openerOf(env);
  return new Promise((resolve) => {
    const child = spawn(program, [...args, href], { stdio: 'ignore', detached: true, env });
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      // The browser stays open after the command has ended.
      child.unref();
      resolve(true);
    });
  });
}

function openerOf(env: CliContext['env']): readonly [string, ...string[]] {
  const own = env['BROWSER'];
  if (own !== undefined && own !== '') return [own];
  if (platform() === 'darwin') return ['open'];
  return platform() === 'win32' ? ['rundll32', 'url.dll,FileProtocolHandler'] : ['xdg-open'];
}
