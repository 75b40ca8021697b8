import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseExpression, parseModule } from '@docwright/expressions';
import { findLiveComponents } from './find-live-components.ts';
import { readsUser } from './reads-user.ts';

test('an expression reads the reader’s values only if it uses the name `user` itself', () => {
  const isRead = (text: string): boolean => {
    const parsed = parseExpression(text);
    return parsed.ok && readsUser(parsed.node);
  };
  for (const text of [
    'user.name',
    'user?.plan === "pro" && <Note>x</Note>',
    '`Hi ${user.name}`',
    'list.map((one) => user[one])',
    'other[user.id]',
    '({ user })',
    '<Card title={user.name} />',
    '{...user}'.slice(1, -1).replace('...', ''),
  ])
    assert.equal(isRead(text), true, text);
  for (const text of [
    '"user"',
    'other.user',
    '({ user: 1 })',
    'list.map((user) => user.name)',
    'list.map(({ user }) => user)',
    'list.map(({ user = 1, ...rest }) => user)',
    'list.map(function (one) { const user = one; return user; })',
    '<Card user="x">user</Card>',
  ])
    assert.equal(isRead(text), false, text);
});

test('a component is live if it reads the reader’s values or uses such a component', () => {
  const live = (code: string): string[] => {
    const parsed = parseModule(code);
    return parsed.ok ? [...findLiveComponents(parsed.node, code)] : [];
  };
  const code = `export const Name = () => <b>{user.name}</b>;
export const Page = () => <p><Name /></p>;
export const Users = ({ user }) => <p>{user.name}, a user</p>;`;
  assert.deepEqual(live(code), ['Name', 'Page']);
  assert.deepEqual(live(`const user = { name: 'x' };\n${code}`), []);
  assert.deepEqual(live(`import { user } from './user.jsx';\n${code}`), []);
});
