import { expect, test } from 'vitest'
import { endingOfBank, endingOfTaxId } from './ending.ts'

test.each([
  ['Chase, routing 021000021, account 000123456789', '6789'],
  ['12345', null],
  ['Ask Ann', null],
  [null, null],
])('C78 Bank details "%s" end in %s', (details, ending) => {
  expect(endingOfBank(details)).toBe(ending)
})

test.each([
  ['12-3456789', '6789'],
  ['12-345', null],
  [null, null],
])('C78 Tax ID "%s" ends in %s', (taxId, ending) => {
  expect(endingOfTaxId(taxId)).toBe(ending)
})
