import { expect, test } from 'vitest'
import { noExpenses } from '#core/settlements/settlement.ts'
import type { PrintedCharge } from '#core/charges/printed.ts'
import { toPrintedCharges } from '#core/charges/printed.ts'
import type { Charge } from '#core/charges/charges.ts'
import { pdfText } from '#server/testing/pdf-text.ts'
import { makeData } from '#server/testing/statement-samples.ts'
import { buildPrintedStatement } from './build-printed-statement.ts'
import { buildStatement } from './build-statement.ts'
import { statementsPdf } from './pdf/document.ts'
import type { StatementData } from '#server/settlements/approval/statement-data.ts'

const LINE_HAUL: PrintedCharge = {
  id: 1,
  kind: 'line-haul',
  description: null,
  quantity: null,
  rate: null,
  ownerPercent: null,
  amount: '900.00',
  ownerAmount: '900.00',
}
const DETENTION: PrintedCharge = {
  id: 2,
  kind: 'detention',
  description: 'Dock 4',
  quantity: '2.50',
  rate: '50.00',
  ownerPercent: '80.00',
  amount: '125.00',
  ownerAmount: '100.00',
}

function dataWith(...charges: PrintedCharge[]): StatementData {
  const data = makeData([100_000n, 50_000n], noExpenses())
  const [first, ...rest] = data.loads
  return first ? { ...data, loads: [{ ...first, charges }, ...rest] } : data
}

test('C104 A load prints its charges below it, which add up to its revenue', async () => {
  const data = dataWith(LINE_HAUL, DETENTION)
  const [load, other] = buildStatement(data).loads
  expect(load?.charges).toEqual([
    { label: 'Line haul', amount: '$900.00' },
    { label: 'Detention  ·  Dock 4  ·  2.5 × $50.00  ·  80% of $125.00', amount: '$100.00' },
  ])
  expect(other?.charges).toEqual([])
  const [page = ''] = await pdfText(await statementsPdf([buildStatement(data)]))
  expect(page.replaceAll(/\s+/g, ' ')).toContain('2.5 × $50.00 · 80% of $125.00 $100.00')
  expect(buildPrintedStatement(data, 'en').sections[0]?.lines[0]?.notes).toContain(
    'Line haul: $900.00',
  )
})

test('C104 C80 A translation prints the kinds of charges in Spanish', () => {
  const [load] = buildStatement(dataWith(LINE_HAUL, DETENTION), null, 'es').loads
  expect(load?.charges.map(({ label }) => label)).toEqual([
    'Flete',
    'Detención  ·  Dock 4  ·  2.5 × $50.00  ·  80% de $125.00',
  ])
})

test('C104 A statement has what each charge pays the owner, not what the broker pays', () => {
  const charge: Charge = {
    ...DETENTION,
    ownerShare: 'amount',
    ownerPercent: null,
    billToBroker: true,
    stop: null,
    arrivedAt: null,
    departedAt: null,
    approval: 'asked',
    approvedBy: null,
    approvedOn: null,
    documentId: null,
  }
  const lumper: Charge = {
    ...charge,
    id: 3,
    kind: 'lumper',
    ownerShare: 'none',
    ownerAmount: '0.00',
  }
  expect(toPrintedCharges([charge, lumper])).toEqual([
    { ...DETENTION, quantity: null, rate: null, ownerPercent: null, amount: '100.00' },
  ])
})
