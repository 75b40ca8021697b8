import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

/** Debian's Chromium, or the one that npm brings. */
export async function launchBrowser(): Promise<Browser> {
  const installed = '/usr/bin/chromium';
  if (existsSync(installed))
    return chromium.launch({ executablePath: installed, args: ['--no-sandbox', '--disable-gpu'] });
  const { default: packaged } = await import('@sparticuz/chromium');
  return chromium.launch({ executablePath: await packaged.executablePath(), args: packaged.args });
}
