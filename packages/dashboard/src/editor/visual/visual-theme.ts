import { EditorView } from '@codemirror/view';

const bar = (depth: number): string =>
  `linear-gradient(var(--line), var(--line)) ${14 + depth * 18}px 0 / 2px 100% no-repeat`;
const bars = (depth: number): string => Array.from({ length: depth }, (_none, index) => bar(index)).join(', ');

/** The edge colors of callouts, by component. */
const kinds: Readonly<Record<string, string>> = {
  note: 'var(--info)',
  info: 'var(--soft)',
  tip: 'var(--good)',
  check: 'var(--good)',
  warning: 'var(--warn)',
  danger: 'var(--bad)',
};
const soft: Readonly<Record<string, string>> = {
  note: 'var(--info-soft)',
  info: 'var(--sunken)',
  tip: 'var(--good-soft)',
  check: 'var(--good-soft)',
  warning: 'var(--warn-soft)',
  danger: 'var(--bad-soft)',
};

const button = {
  padding: '3px 9px',
  border: '1px solid var(--line)',
  borderRadius: '6px',
  color: 'var(--soft)',
  backgroundColor: 'var(--surface)',
  font: '500 12px/1.4 var(--font)',
  whiteSpace: 'nowrap',
  cursor: 'pointer',
};

/** Styles the page as readers see it, in the dashboard's colors. */
export const visualTheme = EditorView.theme({
  '&.vm .cm-scroller': { fontFamily: 'var(--font)', fontSize: '15.5px', lineHeight: '1.7' },
  '&.vm .cm-gutters': { display: 'none' },
  '&.vm .cm-content': { boxSizing: 'border-box', maxWidth: '820px', margin: '0 auto', padding: '26px 0 40vh' },
  '&.vm .cm-line': { padding: '0 28px' },
  '&.vm .cm-activeLine': { backgroundColor: 'transparent' },
  '.vm-heading': { fontWeight: '680', lineHeight: '1.3', letterSpacing: '-0.012em' },
  '.vm-heading span': { color: 'inherit !important' },
  '.vm-h1': { fontSize: '28px', paddingTop: '18px !important' },
  '.vm-h2': { fontSize: '23px', paddingTop: '18px !important' },
  '.vm-h3': { fontSize: '19px', paddingTop: '12px !important' },
  '.vm-h4': { fontSize: '16.5px', paddingTop: '8px !important' },
  '&.vm .cm-line.vm-blank': { lineHeight: '1.1' },
  '.vm-strong': { fontWeight: '680' },
  '.vm-em': { fontStyle: 'italic' },
  '.vm-strike': { textDecoration: 'line-through' },
  '.vm-link, .vm-link *': { color: 'var(--accent)', textDecoration: 'underline', textUnderlineOffset: '3px' },
  '.vm-inline-code': {
    padding: '2px 5px',
    borderRadius: '5px',
    backgroundColor: 'var(--sunken)',
    fontFamily: 'var(--mono)',
    fontSize: '0.86em',
  },
  '.vm-bullet': { display: 'inline-block', minWidth: '1.1em', color: 'var(--soft)' },
  '.vm-number': { color: 'var(--soft)', fontVariantNumeric: 'tabular-nums' },
  '.vm-checkbox': {
    width: '15px',
    height: '15px',
    margin: '0 4px 0 0',
    verticalAlign: '-2px',
    accentColor: 'var(--accent)',
  },
  '.vm-quote': { background: 'linear-gradient(var(--line-strong), var(--line-strong)) 28px 0 / 3px 100% no-repeat' },
  '&.vm .cm-line.vm-quote': { paddingLeft: '44px', color: 'var(--soft)' },
  '.vm-rule': {
    display: 'inline-block',
    width: '100%',
    height: '1px',
    backgroundColor: 'var(--line)',
    verticalAlign: 'middle',
  },
  '.vm-source': {
    borderRadius: '4px',
    color: 'var(--code-tag)',
    backgroundColor: 'var(--sunken)',
    fontFamily: 'var(--mono)',
    fontSize: '13px',
  },
  '.vm-comment, .vm-comment *': { color: 'var(--code-comment) !important', fontStyle: 'italic' },

  '.vm-page': { padding: '0 28px 14px' },
  '.vm-page-title': { fontSize: '32px', fontWeight: '720', lineHeight: '1.2', letterSpacing: '-0.02em' },
  '.vm-page-title[data-empty]': { color: 'var(--soft)' },
  '.vm-page-about': { marginTop: '8px', color: 'var(--soft)', fontSize: '17px', lineHeight: '1.5' },
  '.vm-page-actions': { display: 'flex', gap: '6px', marginTop: '12px' },
  '.vm-chip': { padding: '4px 28px' },
  '.vm-button': button,
  '.vm-button:hover': { color: 'var(--text)', backgroundColor: 'var(--hover)' },
  '.vm-actions': { display: 'inline-flex', flexWrap: 'wrap', gap: '4px', marginLeft: 'auto' },

  '.vm-tag': {
    display: 'inline-flex',
    boxSizing: 'border-box',
    width: '100%',
    verticalAlign: 'top',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '3px 9px',
    padding: '5px 0',
    fontSize: '13px',
    lineHeight: '1.5',
  },
  '.vm-tag .vm-button': { borderColor: 'transparent', backgroundColor: 'transparent' },
  '.vm-tag .vm-button:hover': { borderColor: 'var(--line)', backgroundColor: 'var(--surface)' },
  '.vm-name': {
    padding: '1px 8px',
    borderRadius: '6px',
    color: 'var(--accent)',
    backgroundColor: 'var(--accent-soft)',
    fontSize: '12px',
    fontWeight: '620',
  },
  '.vm-title': { fontSize: '15px', fontWeight: '640' },
  '.vm-detail': {
    maxWidth: '260px',
    color: 'var(--soft)',
    fontSize: '12.5px',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  '.vm-tag.vm-inline': {
    width: 'auto',
    padding: '0',
    gap: '5px',
    marginRight: '3px',
    cursor: 'pointer',
    verticalAlign: 'baseline',
  },
  '.vm-inline-end': { display: 'inline-block', width: '2px' },
  '&.vm .cm-line.vm-box': {
    marginInline: '28px',
    borderInline: '1px solid var(--line)',
    backgroundColor: 'var(--surface)',
  },
  '&.vm .cm-line.vm-box-first': { borderTop: '1px solid var(--line)', borderRadius: '10px 10px 0 0' },
  '&.vm .cm-line.vm-box-last': { borderBottom: '1px solid var(--line)', borderRadius: '0 0 10px 10px' },
  '&.vm .cm-line.vm-box-first.vm-box-last': { borderRadius: '10px' },
  '&.vm .cm-line.vm-close': { fontSize: '4px' },
  '&.vm .cm-line.vm-depth-0': { paddingInline: '14px' },
  ...Object.fromEntries(
    [1, 2, 3, 4].map((depth) => [
      `&.vm .cm-line.vm-depth-${depth}`,
      { paddingInline: `${16 + depth * 18}px 14px`, background: `${bars(depth)}, var(--surface)` },
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(kinds).map(([kind, color]) => [
      `&.vm .cm-line.vm-kind-${kind}`,
      { borderColor: color, backgroundColor: soft[kind] ?? '' },
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(kinds).map(([kind, color]) => [
      `.vm-kind-${kind} .vm-name`,
      { color, backgroundColor: 'var(--surface)' },
    ]),
  ),

  '&.vm .cm-line.vm-code': { fontFamily: 'var(--mono)', fontSize: '13px', lineHeight: '1.65', tabSize: '2' },
  '&.vm .cm-line.vm-code:not(.vm-box)': {
    marginInline: '28px',
    paddingInline: '14px',
    borderInline: '1px solid var(--line)',
    backgroundColor: 'var(--sunken)',
  },
  '&.vm .cm-line.vm-code-first:not(.vm-box)': {
    borderTop: '1px solid var(--line)',
    borderRadius: '10px 10px 0 0',
    paddingTop: '6px',
  },
  '&.vm .cm-line.vm-code-last:not(.vm-box)': {
    borderBottom: '1px solid var(--line)',
    borderRadius: '0 0 10px 10px',
    paddingBottom: '6px',
  },
  '&.vm .cm-line.vm-code.vm-box': { backgroundColor: 'var(--sunken)' },
  '.vm-code-info': { color: 'var(--soft)', font: '560 12px/1.6 var(--font)' },

  '.vm-table': { padding: '8px 28px' },
  '.vm-table-box': { border: '1px solid var(--line)', borderRadius: '10px', overflowX: 'auto' },
  '.vm-table table': { width: '100%', borderCollapse: 'collapse', fontSize: '14px', lineHeight: '1.55' },
  '.vm-table :is(th, td)': {
    minWidth: '90px',
    padding: '0',
    borderBottom: '1px solid var(--line)',
    textAlign: 'left',
    verticalAlign: 'top',
  },
  '.vm-table :is(th, td) + :is(th, td)': { borderLeft: '1px solid var(--line)' },
  '.vm-table tr:last-child td': { borderBottom: '0' },
  '.vm-table th': { backgroundColor: 'var(--sunken)', fontWeight: '620' },
  '.vm-cell': {
    minHeight: '1.55em',
    padding: '7px 11px',
    outline: 'none',
    overflowWrap: 'anywhere',
    whiteSpace: 'pre-wrap',
  },
  '.vm-cell:not(:focus) .vm-mark': { display: 'none' },
  '.vm-cell:focus': { boxShadow: 'inset 0 0 0 2px var(--focus)', borderRadius: '4px' },
  '.vm-table > .vm-actions': { marginTop: '6px' },

  '.vm-image img': { maxWidth: '100%', maxHeight: '420px', borderRadius: '8px', verticalAlign: 'top' },
  '.vm-missing': {
    display: 'inline-block',
    padding: '10px 14px',
    border: '1px dashed var(--line-strong)',
    borderRadius: '8px',
    color: 'var(--soft)',
    fontSize: '13.5px',
  },
  '.cm-completionSection': {
    padding: '8px 12px 3px !important',
    color: 'var(--soft)',
    font: '600 11.5px var(--font)',
    borderBottom: '0 !important',
  },
  '&.vm .cm-tooltip.cm-tooltip-autocomplete > ul': {
    maxHeight: '320px',
    minWidth: '270px',
    fontFamily: 'var(--font)',
    fontSize: '14px',
  },
  '&.vm .cm-tooltip-autocomplete .cm-completionDetail': {
    marginLeft: '10px',
    fontStyle: 'normal',
    fontSize: '12.5px',
    color: 'var(--soft)',
  },
  '&.vm .cm-tooltip-autocomplete li[aria-selected] .cm-completionDetail': { color: 'inherit' },
  // Selectors in a condition can't contain the editor itself (`&`).
  '@media (max-width: 700px)': {
    '.cm-content .cm-line': { paddingInline: '16px' },
    '.cm-content .cm-line.vm-box, .cm-content .cm-line.vm-code:not(.vm-box)': { marginInline: '10px' },
    '.vm-page, .vm-chip': { paddingInline: '16px' },
    '.vm-table': { paddingInline: '10px' },
    '.vm-page-title': { fontSize: '26px' },
  },
});
