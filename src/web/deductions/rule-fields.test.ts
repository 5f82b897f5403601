import { expect, test } from 'vitest'
import { ruleFields } from '#core/settlements/rules.ts'
import type { Fields } from '#core/fields/field.ts'
import { labelRuleFields, listCleared, listRuleFields } from './rule-fields.ts'

const typed = {
  basis: 'fixed',
  balance: 'none',
  frequency: 'settlement',
  category: 'other',
  floor: '',
}
const onTruck = { ofTruck: true, isSaved: true }
const ofAll = { ofTruck: false, isSaved: true }

test('C15 C16 A form shows the fields that apply', () => {
  const plain = listRuleFields(typed, onTruck)
  expect(plain).not.toEqual(expect.arrayContaining(['everyWeeks']))
  expect(
    plain.filter((name) => ['total', 'shortfall', 'priority', 'ownerId'].includes(name)),
  ).toEqual([])
  const limited = listRuleFields(
    { ...typed, floor: '500', frequency: 'weeks', balance: 'loan' },
    onTruck,
  )
  expect(limited).toEqual(
    expect.arrayContaining(['everyWeeks', 'total', 'floor', 'shortfall', 'priority', 'ownerId']),
  )
  expect(listRuleFields({ ...typed, basis: 'percent-of-net' }, onTruck)).toContain('shortfall')
  expect(listRuleFields({ ...typed, category: 'fuel' }, onTruck)).not.toContain('floor')
})

test('C316 A limit in percent of the net has an order and a shortfall, and no fuel or fee has one', () => {
  expect(listRuleFields(typed, onTruck)).toContain('netPercent')
  expect(listRuleFields({ ...typed, netPercent: '50' }, onTruck)).toEqual(
    expect.arrayContaining(['netPercent', 'shortfall', 'priority']),
  )
  for (const other of [{ basis: 'percent-of-net' }, { basis: 'factoring-fee' }])
    expect(listRuleFields({ ...typed, ...other }, onTruck)).not.toContain('netPercent')
  expect(listRuleFields({ ...typed, category: 'fuel' }, onTruck)).not.toContain('netPercent')
})

test('C15 A deduction of all trucks can be for one payee', () => {
  expect(listRuleFields(typed, ofAll)).toEqual(expect.arrayContaining(['ownerId', 'driverId']))
  const fields = labelRuleFields(ruleFields as unknown as Fields, typed, ofAll)
  expect([fields.ownerId?.label, fields.driverId?.emptyLabel]).toEqual([
    'Only for Owner',
    'Every payee',
  ])
})

test('C16 Hidden fields are cleared', () => {
  const shown = listRuleFields(typed, onTruck)
  expect(listCleared(shown, onTruck)).toEqual([
    'extraPay',
    'everyWeeks',
    'total',
    'priority',
    'ownerId',
    'driverId',
  ])
})

test('C18 Extra pay has a type, and no category, balance or floor', () => {
  const shown = listRuleFields({ ...typed, kind: 'extra-pay' }, onTruck)
  expect(shown).toEqual(expect.arrayContaining(['kind', 'extraPay', 'value']))
  expect(shown).not.toEqual(expect.arrayContaining(['category']))
  expect(shown).not.toEqual(expect.arrayContaining(['balance']))
  expect(shown).not.toEqual(expect.arrayContaining(['floor']))
})

test('C234 A factoring fee has neither a category nor a balance to choose', () => {
  const fee = { ...typed, basis: 'factoring-fee' }
  expect(listRuleFields(fee, onTruck)).toEqual([
    'kind',
    'description',
    'basis',
    'value',
    'firstDay',
    'lastDay',
    'floor',
  ])
  const fields = labelRuleFields(ruleFields as unknown as Fields, fee, onTruck)
  expect([fields.value?.unit, fields.value?.help]).toEqual([
    '%',
    '100: the payee pays the whole fee',
  ])
})
