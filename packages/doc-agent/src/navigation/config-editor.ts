import { applyTextEdits } from '../text/edit-text.ts';
import type { TextEdit } from '../text/edit-text.ts';
import type { OverlayChange } from '../ports.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { ToolError } from '../errors.ts';
import { parseConfig } from './load-site-config.ts';
import type { ConfigFile, SiteConfigFiles } from './load-site-config.ts';

/** Collects edits of the configuration's files and converts them to overlay changes. */
export class ConfigEditor {
  readonly config: SiteConfigFiles;
  #edits = new Map<ConfigFile, TextEdit[]>();

  constructor(config: SiteConfigFiles) {
    this.config = config;
  }

  add(file: ConfigFile, edit: TextEdit): void {
    const edits = this.#edits.get(file) ?? [];
    // An entry is found twice if two `$ref`s name the same file.
    if (!edits.some((other) => other.start === edit.start && other.end === edit.end && other.text === edit.text))
      edits.push(edit);
    this.#edits.set(file, edits);
  }

  /** The configuration after the edits so far, for edits that build on each other. */
  next(): SiteConfigFiles {
    const files = new Map(this.config.files);
    for (const [file, edits] of this.#edits) {
      const text = applyTextEdits(file.text, edits);
      files.set(file.path, { path: file.path, text, root: parseConfig(file.path, text) });
    }
    return { main: files.get(this.config.main.path) ?? this.config.main, files };
  }

  /** Throws `policy` if one of the files must not be changed. */
  changes(workspace: Workspace): Promise<OverlayChange[]> {
    return toConfigChanges(workspace, this.config, this.next());
  }
}

export async function toConfigChanges(
  workspace: Workspace,
  before: SiteConfigFiles,
  after: SiteConfigFiles,
): Promise<OverlayChange[]> {
  const changes: OverlayChange[] = [];
  for (const [path, file] of after.files) {
    if (before.files.get(path)?.text === file.text) continue;
    const denial = await workspace.findDenial(path, 'structure');
    if (denial !== undefined) throw new ToolError('policy', denial);
    changes.push({ path, entry: { kind: 'write', content: file.text } });
  }
  return changes;
}
