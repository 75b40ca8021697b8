import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { VNode } from 'preact';
import { listModules, readProps } from './island-props.ts';

test('elements, markup and components replace their placeholders at any depth', () => {
  const Item = (): null => null;
  const modules = new Map([['/m.js', { Item }]]);
  const props = {
    children: [{ $component: '/m.js', $name: 'Item', $props: { id: 'a', children: { $html: '<b>x</b>' } } }, 'text'],
    Icon: { $component: '/m.js', $name: 'Item' },
    rows: [{ icon: { $html: '<i></i>', $props: { size: 3 } } }],
  };
  assert.deepEqual([...listModules(props)], ['/m.js']);
  const read = readProps(props, modules) as {
    children: [VNode<{ id: string; children: VNode }>, string];
    Icon: unknown;
    rows: [{ icon: VNode<{ size: number; $html: string }> }];
  };
  assert.equal(read.children[0].type, Item);
  assert.equal(read.children[0].props.id, 'a');
  assert.equal((read.children[0].props.children.props as { $html: string }).$html, '<b>x</b>');
  assert.equal(read.children[1], 'text');
  assert.equal(read.Icon, Item);
  assert.equal(read.rows[0].icon.props.size, 3);
});
