export { importSite, type ImportRequest } from './import-site.ts';
export { importFormats, type ImportFormat } from './import-format.ts';
export { ImportRefused, type ImportedFile, type ImportedSite, type Loss } from './imported-site.ts';
