import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPasted } from './read-pasted.ts';

for (const [text, domain, path] of [
  ['docs.example.com', 'docs.example.com', ''],
  [' docs.example.com ', 'docs.example.com', ''],
  ['https://docs.example.com', 'docs.example.com', ''],
  ['https://docs.example.com/', 'docs.example.com', ''],
  ['HTTPS://docs.example.com/guide/?a=1#b', 'docs.example.com', '/guide'],
  ['http://docs.example.com:8080/x', 'docs.example.com', '/x'],
  ['docs.example.com/guide', 'docs.example.com', '/guide'],
  ['https://bücher.example/seite', 'bücher.example', '/seite'],
  ['https://user@docs.example.com/x', 'docs.example.com', '/x'],
  // The service explains why these can't be domains.
  ['*.example.com', '*.example.com', ''],
  ['https://', 'https://', ''],
  ['https:///x', 'x', ''],
  ['docs example com', 'docs example com', ''],
  ['', '', ''],
] as const)
  test(`${JSON.stringify(text)} is read as the domain ${JSON.stringify(domain)} and the path ${JSON.stringify(path)}`, () => {
    assert.deepEqual(readPasted(text), { domain, path });
  });
