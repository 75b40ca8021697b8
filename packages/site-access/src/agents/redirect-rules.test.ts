import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isRedirectAllowed, isRegistered } from './redirect-rules.ts';

test('a permission is sent only to https, to this computer, or to an application’s own scheme', () => {
  for (const uri of [
    'https://agent.example/callback',
    'https://agent.example/callback?tab=1',
    'http://127.0.0.1:3000/callback',
    'http://[::1]/callback',
    'http://localhost:1/cb',
    'cursor://anysphere.cursor-mcp/oauth/callback',
    'com.example.agent:/callback',
  ])
    assert.ok(isRedirectAllowed(uri), uri);
  for (const uri of [
    'http://agent.example/callback',
    'http://127.0.0.1.agent.example/',
    'http://localhost.agent.example/',
    'https://user@agent.example/',
    'https://agent.example/#fragment',
    'https://agent.example/#',
    'https://agent.example/\\evil',
    'https://agent.example/ a',
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'intent://scan/#Intent;end',
    'agent://callback',
    '/callback',
    '',
    `https://agent.example/${'a'.repeat(500)}`,
  ])
    assert.ok(!isRedirectAllowed(uri), uri);
});

test('a redirect address must equal the registered one, except for the port on this computer', () => {
  const registered = ['https://agent.example/cb', 'http://127.0.0.1:3000/cb', 'cursor://editor/cb'];
  for (const uri of [...registered, 'http://127.0.0.1:4111/cb', 'http://127.0.0.1/cb'])
    assert.ok(isRegistered(registered, uri), uri);
  for (const uri of [
    'https://agent.example/cb/',
    'https://agent.example/cb?x=1',
    'https://agent.example:444/cb',
    'https://agent.example/CB',
    'https://other.example/cb',
    'http://127.0.0.1:3000/cb2',
    'http://127.0.0.1:3000/cb?x=1',
    'http://localhost:3000/cb',
    'cursor://other/cb',
  ])
    assert.ok(!isRegistered(registered, uri), uri);
});
