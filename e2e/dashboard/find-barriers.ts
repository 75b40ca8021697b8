import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface AxeReport {
  readonly violations: readonly {
    readonly id: string;
    readonly impact: string;
    readonly nodes: readonly { readonly html: string; readonly any: readonly { readonly message: string }[] }[];
  }[];
}

/** Serious and critical findings of axe, with the element of each. */
export async function findBarriers(page: Page, only?: 'color-contrast'): Promise<string[]> {
  await page.evaluate(`window.axe ?? (() => { ${axe} })()`);
  const options = only === undefined ? {} : { runOnly: [only] };
  const { violations } = await page.evaluate<AxeReport>(`axe.run(${JSON.stringify(options)})`);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html, any }) => `${id}: ${html.slice(0, 160)} ${any[0]?.message ?? ''}`));
}
