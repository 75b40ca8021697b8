import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { isSlowBrowser } from '../../packages/site-builder/src/testing/launch-browser.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Summarizes axe's report inside the page, because an evaluation's result is copied to this process value by value. Axe
 * itself takes a second; copying a report with all passed checks would take longer than creating it.
 */
const summarize = `({ violations }) => violations.map(({ id, impact, nodes }) => ({
  id,
  impact,
  nodes: nodes.map(({ html, any }) => html.slice(0, 160) + ' ' + (any[0]?.message ?? '')),
}))`;

interface Violation {
  readonly id: string;
  readonly impact: string | null;
  readonly nodes: readonly string[];
}

/** Returns axe's findings for the page, or for the element that a selector matches. */
export async function runAxe(page: Page, part = '', only?: 'color-contrast'): Promise<readonly Violation[]> {
  // In a slow browser, axe takes most of the run time, and its findings don't depend on speed.
  if (isSlowBrowser) return [];
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(`${axe};undefined`);
  const options = { resultTypes: ['violations'], ...(only !== undefined && { runOnly: [only] }) };
  const context = part === '' ? '' : `${JSON.stringify(part)}, `;
  return page.evaluate<Violation[]>(`axe.run(${context}${JSON.stringify(options)}).then(${summarize})`);
}

/**
 * Rules about landmarks that screen reader users can't distinguish, and about content outside landmarks. Axe rates
 * their violations as moderate.
 */
const landmarkRules: ReadonlySet<string> = new Set([
  'region',
  'landmark-unique',
  'landmark-one-main',
  'landmark-no-duplicate-main',
]);

/** Returns axe's serious and critical findings, and all findings about landmarks, each with its element. */
export async function findBarriers(page: Page, only?: 'color-contrast'): Promise<string[]> {
  return (await runAxe(page, '', only))
    .filter(({ id, impact }) => impact === 'serious' || impact === 'critical' || landmarkRules.has(id))
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node}`));
}
