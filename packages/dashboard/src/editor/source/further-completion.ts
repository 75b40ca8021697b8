import type { CompletionSource } from '@codemirror/autocomplete';
import { Facet } from '@codemirror/state';

/** Additional completion sources, such as visual mode's menu. */
export const furtherCompletion = Facet.define<CompletionSource>();
