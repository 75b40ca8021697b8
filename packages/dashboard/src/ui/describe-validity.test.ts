import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeValidity, type CheckedControl } from './describe-validity.ts';

const valid = {
  valid: true,
  valueMissing: false,
  typeMismatch: false,
  badInput: false,
  tooShort: false,
  tooLong: false,
  rangeUnderflow: false,
  rangeOverflow: false,
  stepMismatch: false,
};
const describeFault = (fault: keyof typeof valid, control: Omit<CheckedControl, 'validity'>) =>
  describeValidity({ ...control, validity: { ...valid, valid: false, [fault]: true } });

test('a valid control has no error', () => {
  assert.equal(describeValidity({ type: 'text', validity: valid }), undefined);
});

test('an error says what to enter', () => {
  assert.equal(describeFault('valueMissing', { type: 'text' }), 'Fill in this field.');
  assert.equal(describeFault('valueMissing', { type: 'password' }), 'Enter a password.');
  assert.equal(describeFault('typeMismatch', { type: 'email' }), 'Enter an email address, such as ada@example.com.');
  assert.equal(describeFault('tooShort', { type: 'password', minLength: 10 }), 'Enter at least 10 characters.');
  assert.equal(describeFault('rangeUnderflow', { type: 'number', min: '1' }), 'Enter 1 or more.');
  assert.equal(describeFault('rangeOverflow', { type: 'number', max: '90' }), 'Enter 90 or less.');
  assert.equal(describeFault('stepMismatch', { type: 'number', step: '' }), 'Enter a whole number.');
});
