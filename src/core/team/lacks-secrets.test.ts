import { expect, test } from 'vitest'
import { entities } from '#core/entities/entities.ts'
import { lacksSecrets } from './lacks-secrets.ts'
import { listPermissions, ROLE_DEFAULTS } from './roles.ts'

const { fields } = entities.owners
const accounting = listPermissions('accounting', ROLE_DEFAULTS)

test('C73 A record of a list lacks the secrets that only the record itself has', () => {
  expect(lacksSecrets(fields, { name: 'Ann' }, accounting)).toBe(true)
  expect(lacksSecrets(fields, { name: 'Ann', taxId: null, bankDetails: null }, accounting)).toBe(
    false,
  )
})

test('C73 A record is complete for a member who sees no secrets, and without secret fields', () => {
  expect(lacksSecrets(fields, { name: 'Ann' }, listPermissions('dispatcher', ROLE_DEFAULTS))).toBe(
    false,
  )
  expect(lacksSecrets(entities.loads.fields, {}, accounting)).toBe(false)
})
