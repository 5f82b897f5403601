/** Reversals, files that come again, workbooks of several sheets, and amounts below 0 (SPEC C562, C563). */
import { beforeEach, expect, test } from 'vitest'
import type { PurchaseCheck, PurchasesImported } from '#core/cards/imports.ts'
import { WORKBOOK_TYPE } from '#core/transfer/workbook.ts'
import { efsFile } from '#server/testing/cards/card-files.ts'
import { makeSample } from '#server/testing/samples.ts'
import { makeWorkbook } from '#server/testing/workbook.ts'
import { signUp, testApp, type Body, type Client } from '#server/testing/test-app.ts'

type Reply = Body & { confirm?: string; message?: string; fields?: object }

const { app } = await testApp()
const PATH = '/api/card-purchases'
const CSV = { 'content-type': 'text/csv' }
let me: Client
let truckId: number

beforeEach(async () => {
  me = await signUp(app)
  truckId = (await me.post('/api/trucks', { ...makeSample('trucks', 4), truckId: '104' })).body.id
})

const save = (file: string | Buffer, query = '', headers = CSV) =>
  me.post<PurchasesImported & Reply>(`${PATH}/import?name=week.csv${query}`, file, headers)

const list = async () => (await me.get<Body[]>(`${PATH}?sort=id`)).body
const listNets = async () => (await list()).map(({ net }) => net)

const REVERSAL = efsFile([{ unit: '', amount: '-313.17', discount: '-29.37', gallons: '-97.9' }])

test('C563 A reversal in its own later file is a credit beside its original, of the same truck', async () => {
  await save(efsFile([{ unit: '' }]))
  await me.put(`${PATH}/${(await list())[0]?.id}`, { truckId })
  expect((await save(REVERSAL)).body).toMatchObject({ imported: 1, ready: 1, conflicts: 0 })
  expect(await list()).toMatchObject([
    { net: '313.17', truckId },
    { net: '-313.17', truckId },
  ])
  expect((await save(REVERSAL)).body).toMatchObject({ importId: null, same: 1 })
})

test('C563 A credit is ignored with the purchase that it takes back', async () => {
  await save(efsFile([{}]))
  await me.put(`${PATH}/${(await list())[0]?.id}`, { ignored: 'Paid by the driver' })
  expect((await save(REVERSAL)).body).toMatchObject({ imported: 1, ready: 0 })
  expect((await list()).map(({ ignored }) => ignored)).toEqual([
    'Paid by the driver',
    'Paid by the driver',
  ])
})

const TEMPLATE = `Transaction Date,Unit,Location State/Province,Product Code,Quantity,Amount,Invoice
01/09/2026,104,TX,Diesel,100,350.00,991
`

test('C563 A corrected amount under one invoice is a conflict, not a second purchase', async () => {
  await save(TEMPLATE, '&provider=loves')
  const corrected = TEMPLATE.replace('350.00', '360.00')
  expect((await save(corrected, '&provider=loves')).body).toMatchObject({
    imported: 0,
    conflicts: 1,
  })
})

test('C563 The same file as that of another provider is asked about', async () => {
  await save(TEMPLATE, '&provider=loves')
  const again = await save(TEMPLATE, '&provider=other')
  expect([again.status, again.body.confirm]).toEqual([409, 'again'])
  expect(again.body.message).toMatch(/^This file was imported on .* as Love.s.* 1 purchase of it/)
  expect(await listNets()).toEqual(['350.00'])
  expect((await save(TEMPLATE, '&provider=other&confirmed=again')).body.imported).toBe(1)
})

test('C562 Amounts below 0 of an unknown company are saved once a person says what they are', async () => {
  const tolls = 'Date,Card,Item,Amount\n1/9/2026,7,Toll,-12.50\n1/10/2026,7,Toll,-12.50\n'
  const { body } = await me.post<PurchaseCheck>(`${PATH}/import/check`, tolls, CSV)
  expect(body.negative).toBe('unknown')
  const unsaid = await save(tolls)
  expect([unsaid.status, Object.keys(unsaid.body.fields ?? {})]).toEqual([400, ['negative']])
  await save(tolls, '&negative=charges')
  expect(await listNets()).toEqual(['12.50', '12.50'])
})

test('C562 All sheets with the same titles are read, each purchase once; others are named', async () => {
  const titles = ['Date', 'Card', 'Unit', 'Product', 'Amount', 'Invoice']
  const row = (invoice: string, amount: string) => [
    ...['1/9/2026', '0541', '104', 'Diesel', amount, invoice],
  ]
  const file = await makeWorkbook({
    sheets: {
      'Week 1': [titles, row('1', '10.00'), row('2', '20.00'), ['Total', '', '', '', '30.00']],
      'Week 2': [titles, row('2', '20.00'), row('1', '11.00'), row('3', '40.00')],
      Tolls: [
        ['Transponder', 'Exit Date', 'Amount'],
        ['024', '1/9/2026', '2.19'],
      ],
    },
  })
  const headers = { 'content-type': WORKBOOK_TYPE }
  const { body } = await me.post<PurchaseCheck>(`${PATH}/import/check`, file, headers)
  expect(body).toMatchObject({
    piles: { ready: 3 },
    leftOut: [{ line: 4, text: 'Week 1: Total 30.00' }],
    leftOutSheets: ['Tolls'],
    problems: [{ line: 3, column: 'Week 2: Amount' }],
    total: { printed: '101.00', rows: '101.00', unread: '11.00' },
  })
  expect((await save(file, '&confirmed=problems', headers)).body.imported).toBe(3)
  expect(await listNets()).toEqual(['10.00', '20.00', '40.00'])
})
