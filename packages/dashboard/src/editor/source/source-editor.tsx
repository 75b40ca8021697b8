import { useEffect, useRef, type ReactElement } from 'react';
import { createSourceEditor, type SourceEditor, type SourceOptions } from './create-source-editor.ts';
import type { SourceDiagnostic } from './to-offset.ts';
import styles from './source-editor.module.css';

export interface SourceEditorProps extends SourceOptions {
  readonly diagnostics: readonly SourceDiagnostic[];
  readonly isVisual: boolean;
  readonly onReady: (editor: SourceEditor | undefined) => void;
}

/** A file's text. Another file needs another instance; changes to `text` are ignored. */
export default function SourceEditorView({
  diagnostics,
  isVisual,
  onReady,
  ...options
}: SourceEditorProps): ReactElement {
  const box = useRef<HTMLDivElement>(null);
  const editor = useRef<SourceEditor>(undefined);
  const latest = useRef({ ...options, onReady });
  useEffect(() => {
    latest.current = { ...options, onReady };
  });
  useEffect(() => {
    if (box.current === null) return undefined;
    const created = createSourceEditor(box.current, {
      ...latest.current,
      onEdit: (read) => latest.current.onEdit(read),
      onFiles: (files) => latest.current.onFiles(files),
      onScroll: (ratio) => latest.current.onScroll(ratio),
      listPaths: () => latest.current.listPaths(),
      visual: {
        onProperties: (target) => latest.current.visual.onProperties(target),
        onPageSettings: () => latest.current.visual.onPageSettings(),
        onChooseImage: () => latest.current.visual.onChooseImage(),
        onPlace: (place) => latest.current.visual.onPlace(place),
        loadImage: async (address) => latest.current.visual.loadImage(address),
      },
    });
    editor.current = created;
    latest.current.onReady(created);
    return () => {
      latest.current.onReady(undefined);
      created.destroy();
    };
  }, []);
  useEffect(() => editor.current?.setDiagnostics(diagnostics), [diagnostics]);
  useEffect(() => {
    // If the code can't be loaded, the text is shown as source.
    editor.current?.setVisual(isVisual).catch(() => undefined);
  }, [isVisual]);
  return <div ref={box} className={styles['box']} />;
}
