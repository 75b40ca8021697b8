export type DiffLayout = 'unified' | 'split';
