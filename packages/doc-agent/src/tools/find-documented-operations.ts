import { ToolError } from '../errors.ts';
import { findOperationOfPage, readNavigationSpecs, type DocumentedOperation } from '../specs/find-documented.ts';
import { listOperations, readSpec } from '../specs/read-spec.ts';
import type { ToolContext } from './tool.ts';

/** The operations documented by pages, the navigation, or descriptions from which the navigation generates pages. */
export async function findDocumented({ workspace }: ToolContext): Promise<DocumentedOperation[]> {
  const paths = await workspace.paths();
  const found: DocumentedOperation[] = [];
  for (const [page, text] of await workspace.texts(paths.filter((path) => /\.mdx?$/.test(path)))) {
    const operation = findOperationOfPage(page, text);
    if (operation !== undefined) found.push(operation);
  }
  for (const [file, text] of await workspace.texts(['docs.json', 'mint.json'].filter((path) => paths.includes(path)))) {
    const { operations, specs } = readNavigationSpecs(parseConfig(text), file);
    found.push(...operations);
    for (const [spec, content] of await workspace.texts(specs.filter((path) => paths.includes(path))))
      found.push(...readOperations(content, spec));
  }
  return found;
}

function parseConfig(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The configuration has comments or is invalid; the gate reports it.
    return undefined;
  }
}

function readOperations(text: string, file: string): DocumentedOperation[] {
  try {
    return listOperations(readSpec(text, file)).map(({ method, path }) => ({ method, path, source: file }));
  } catch (error) {
    if (error instanceof ToolError) return [];
    throw error;
  }
}
