import { expect, test } from 'vitest'
import { pdfText } from '#server/testing/pdf-text.ts'
import { cardStatement } from '#server/testing/statement-variants.ts'
import { buildPrintedStatement } from './build-printed-statement.ts'
import { buildStatement } from './build-statement.ts'
import { statementsPdf } from './pdf/document.ts'

test('C578 A statement prints what cards bought: at the pump, the discount, what was passed on, and the charge', async () => {
  const statement = buildStatement(cardStatement)
  expect(statement.sections.cards).toEqual({
    rows: [
      {
        label: 'Fuel',
        retail: '$696.91',
        discount: '$108.71',
        passedOn: '$108.71',
        charged: '$588.20',
      },
      { label: 'Tolls', retail: '$12.60', discount: '$0.00', passedOn: '$0.00', charged: '$12.60' },
      {
        label: 'Other',
        retail: '$12.50',
        discount: '$12.50',
        passedOn: '$12.50',
        charged: '$0.00',
      },
    ],
    total: {
      label: 'Total card purchases',
      retail: '$722.01',
      discount: '$121.21',
      passedOn: '$121.21',
      charged: '$600.80',
    },
  })
  const pages = (await pdfText(await statementsPdf([statement]))).join('\n')
  for (const text of ['Card purchases in these deductions', 'Passed on', '$722.01', '$600.80'])
    expect(pages).toContain(text)
})

test('C578 A purchase that is charged nothing prints too', () => {
  const { groups } = buildStatement(cardStatement).deductions
  const other = groups.find(({ title }) => title === 'Other')
  expect(other?.lines).toMatchObject([{ label: 'Scale, CAT 88, Joplin MO', amount: '$0.00' }])
})

test('C578 The portal shows the purchases of each category with retail and discount', () => {
  const section = buildPrintedStatement(cardStatement, 'en').sections.at(-1)
  expect(section?.title).toBe('Card purchases in these deductions')
  expect(section?.lines[0]).toMatchObject({
    label: 'Fuel',
    notes: ['Retail $696.91  ·  Discount $108.71  ·  Passed on $108.71'],
    amount: '$588.20',
  })
})

test('C578 A statement of format 1 has no table of card purchases', () => {
  expect(buildStatement({ ...cardStatement, format: 1 }).sections.cards).toBeNull()
})
