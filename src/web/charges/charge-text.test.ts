import { expect, test } from 'vitest'
import { chargeFields } from '#core/charges/charges.ts'
import { chargeMessages } from '#core/charges/messages.ts'
import { chargesSchema } from '#core/charges/requests.ts'
import {
  editRow,
  newRow,
  proposeKind,
  proposeRow,
  sumRows,
  tidyAmount,
  toSent,
  type ChargeField,
} from './charge-text.ts'

const TODAY = '2026-11-22'
const edit = (row: ReturnType<typeof newRow>, name: ChargeField, value: string) =>
  editRow(row, name, value, TODAY)

test('C106 A typed product fills quantity and rate, and becomes its amount', () => {
  for (const typed of ['3*75', '3 x $75.00', '3 @ 75', '3×75']) {
    const row = tidyAmount(edit(newRow('1', 'detention'), 'amount', typed))
    expect(row.text).toMatchObject({ quantity: '3.00', rate: '75.00', amount: '225.00' })
  }
  const row = edit(edit(newRow('1', 'fuel-surcharge'), 'quantity', '781'), 'rate', '.4533')
  expect(row.text.amount).toBe('354.03')
  expect(edit(row, 'amount', '350').text).toMatchObject({ quantity: '', rate: '', amount: '350' })
})

test('C106 Owner and billed totals are added up while they are typed', () => {
  const haul = newRow('1', 'line-haul', '2,000.00')
  const lumper = newRow('2', 'lumper', '180')
  const unreadable = newRow('3', 'other', 'abc')
  expect(sumRows([haul, lumper, unreadable])).toEqual({ revenue: 200_000n, billedTotal: 218_000n })
  const fee = edit(newRow('4', 'other', '-50'), 'billToBroker', 'false')
  expect(sumRows([haul, fee])).toEqual({ revenue: 195_000n, billedTotal: 200_000n })
})

test('C106 The usual charges are proposed in order, and each kind has its default values', () => {
  const rows = [newRow('1', 'line-haul', '1')]
  expect(proposeKind([])).toBe('line-haul')
  expect(proposeKind(rows)).toBe('fuel-surcharge')
  expect(proposeKind([...rows, newRow('2', 'fuel-surcharge'), newRow('3', 'detention')])).toBe(
    'other',
  )
  expect(newRow('1', 'lumper').text).toMatchObject({ ownerShare: 'none', approval: 'asked' })
  const row = edit(newRow('1', 'line-haul'), 'kind', 'detention')
  expect(row.text).toMatchObject({ ownerShare: 'all', approval: 'asked' })
  const stored = edit({ ...newRow('1', 'line-haul'), id: 7 }, 'kind', 'lumper')
  expect(stored.text).toMatchObject({ ownerShare: 'all', approval: 'not-needed' })
})

test('C106 An approval gets the current day, and blank rows are not sent', () => {
  const detention = newRow('1', 'detention', '75')
  expect(edit(detention, 'approval', 'approved').text.approvedOn).toBe(TODAY)
  expect(edit(detention, 'approval', 'asked').text.approvedOn).toBe('')
  const blank = proposeRow('2', [detention])
  expect(toSent([detention, blank], chargeFields)).toMatchObject([
    { kind: 'detention', amount: '75.00', billToBroker: 'true' },
  ])
})

test('C106 A row in which anything was typed or chosen is saved, or asks for its amount', () => {
  const proposed = proposeRow('1', [])
  const rows = [
    edit(proposed, 'arrivedAt', '2026-11-20 08:15'),
    edit(proposed, 'kind', 'detention'),
    edit(proposed, 'stop', 'pickup'),
    newRow('2', 'tonu'),
  ]
  for (const row of rows) {
    const sent = toSent([row], chargeFields)
    expect(sent).toHaveLength(1)
    const { error } = chargesSchema().safeParse(sent)
    expect(error?.issues.map(({ message }) => message)).toEqual([chargeMessages.amountRequired])
  }
  expect(toSent([edit(rows[1] ?? proposed, 'kind', 'line-haul')], chargeFields)).toEqual([])
})

test('C103 C106 A role without amounts saves each added charge', () => {
  const { kind, description, approval, arrivedAt } = chargeFields
  const seen = { kind, description, approval, arrivedAt }
  const rows = [proposeRow('1', []), newRow('2', 'detention')]
  expect(toSent(rows, seen)).toMatchObject([{ kind: 'line-haul' }, { kind: 'detention' }])
})
