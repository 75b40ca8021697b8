import type { CompletionSource } from '@codemirror/autocomplete';
import { Facet } from '@codemirror/state';

/** More sources of completion, such as the menu of visual mode. */
export const furtherCompletion = Facet.define<CompletionSource>();
