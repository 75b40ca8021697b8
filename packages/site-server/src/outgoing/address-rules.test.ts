import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createAddressRules } from './address-rules.ts';

const target = { hostname: 'bundles.example.com', port: '443' };

describe('the addresses to which a connection is allowed', () => {
  test('include the public addresses of both families', () => {
    const rules = createAddressRules([], []);
    for (const address of ['93.184.215.14', '1.1.1.1', '203.0.112.255', '2606:4700:4700::1111', '2a00:1450:4001::8a']) {
      assert.equal(rules.allows(target, address), true, address);
    }
  });

  test('exclude special addresses, including those embedded in an IPv6 address', () => {
    const rules = createAddressRules([], []);
    const refused = ['127.0.0.1', '10.1.2.3', '169.254.169.254', '192.168.0.1', '100.64.0.1', '224.0.0.1', '0.0.0.0'];
    const inside = ['::1', '::', '::ffff:10.1.2.3', '::ffff:93.184.215.14', '::127.0.0.1', '64:ff9b::a00:1', 'fd00::1'];
    for (const address of [...refused, ...inside, 'fe80::1', '2002:7f00:1::', 'no address']) {
      assert.equal(rules.allows(target, address), false, address);
    }
  });

  test('exclude addresses from the shared list of special addresses', () => {
    const rules = createAddressRules([], []);
    for (const address of ['192.31.196.1', '192.52.193.1', '192.175.48.1', '::ffff:0:10.0.0.1', '2620:4f:8000::1']) {
      assert.equal(rules.allows(target, address), false, address);
    }
  });

  test('include special addresses that the operator allows by name, name and port, address or block', () => {
    for (const allowed of ['bundles.example.com', 'bundles.example.com:443', '10.1.2.3', '10.0.0.0/8']) {
      assert.equal(createAddressRules([], [allowed]).allows(target, '10.1.2.3'), true, allowed);
    }
    assert.equal(createAddressRules([], ['bundles.example.com:444']).allows(target, '10.1.2.3'), false);
    assert.equal(createAddressRules([], ['fd00::/8']).allows(target, 'fd00::1'), true);
  });
});
