import { expect, test } from 'vitest'
import { narrowerScope, roleOfGroups, scopeOfRole } from './user-roles.ts'

test('the widest role of all groups counts, and a group without a role gives none', () => {
  const roles = new Map([
    ['agents', 'operator'],
    ['audit', 'viewer'],
    ['it', 'administrator'],
  ] as const)
  expect(roleOfGroups(['audit', 'agents'], roles)).toBe('operator')
  expect(roleOfGroups(['it', 'audit'], roles)).toBe('administrator')
  expect(roleOfGroups(['AGENTS', 'sales'], roles)).toBeNull()
  expect(roleOfGroups([], roles)).toBeNull()
})

test('a key of a user does no more than the user and no more than the key', () => {
  expect(narrowerScope('admin', scopeOfRole('viewer'))).toBe('read')
  expect(narrowerScope('read', scopeOfRole('administrator'))).toBe('read')
})
