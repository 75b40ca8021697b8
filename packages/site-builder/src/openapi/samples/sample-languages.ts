import type { SampleRequest } from './build-request.ts';
import {
  writeC,
  writeCsharp,
  writeDart,
  writeGo,
  writeJava,
  writeKotlin,
  writeRust,
  writeSwift,
} from './write-compiled.ts';
import {
  writeCurl,
  writeJavascript,
  writeNode,
  writePhp,
  writePowershell,
  writePython,
  writeRuby,
} from './write-scripts.ts';

export interface SampleLanguage {
  /** Shown on the tab. */
  readonly label: string;
  /** Name for the highlighter. */
  readonly language: string;
  readonly write: (request: SampleRequest) => string;
}

const languages = new Map<string, SampleLanguage>([
  ['bash', { label: 'cURL', language: 'bash', write: writeCurl }],
  ['python', { label: 'Python', language: 'python', write: writePython }],
  ['javascript', { label: 'JavaScript', language: 'javascript', write: writeJavascript }],
  ['node', { label: 'Node.js', language: 'javascript', write: writeNode }],
  ['typescript', { label: 'TypeScript', language: 'typescript', write: writeNode }],
  ['php', { label: 'PHP', language: 'php', write: writePhp }],
  ['go', { label: 'Go', language: 'go', write: writeGo }],
  ['java', { label: 'Java', language: 'java', write: writeJava }],
  ['ruby', { label: 'Ruby', language: 'ruby', write: writeRuby }],
  ['powershell', { label: 'PowerShell', language: 'powershell', write: writePowershell }],
  ['swift', { label: 'Swift', language: 'swift', write: writeSwift }],
  ['csharp', { label: 'C#', language: 'csharp', write: writeCsharp }],
  ['dotnet', { label: '.NET', language: 'csharp', write: writeCsharp }],
  ['c', { label: 'C', language: 'c', write: writeC }],
  ['c++', { label: 'C++', language: 'cpp', write: writeC }],
  ['kotlin', { label: 'Kotlin', language: 'kotlin', write: writeKotlin }],
  ['rust', { label: 'Rust', language: 'rust', write: writeRust }],
  ['dart', { label: 'Dart', language: 'dart', write: writeDart }],
]);

const aliases = new Map(
  Object.entries({
    curl: 'bash',
    sh: 'bash',
    shell: 'bash',
    js: 'javascript',
    ts: 'typescript',
    py: 'python',
    rb: 'ruby',
    golang: 'go',
    'c#': 'csharp',
    cs: 'csharp',
    '.net': 'dotnet',
    cpp: 'c++',
    kt: 'kotlin',
    rs: 'rust',
    'node.js': 'node',
    nodejs: 'node',
  }),
);

/** Finds a language by its name or alias in docs.json, ignoring case; `undefined` if the language isn't supported. */
export function findSampleLanguage(name: string): SampleLanguage | undefined {
  const lower = name.trim().toLowerCase();
  return languages.get(aliases.get(lower) ?? lower);
}
