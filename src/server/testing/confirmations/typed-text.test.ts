import { expect, test } from 'vitest'
import { readConfirmation } from '#core/confirmations/read-confirmation.ts'
import { typeText } from '#core/documents/type-text.ts'
import { readPdf } from './read-pdf.ts'

const OPTIONS = {
  today: '2026-11-21',
  company: { name: 'Blue Mesa Trucking LLC', emailDomain: 'bluemesa.example' },
}

async function readText(text: string) {
  const { fields } = readConfirmation(await readPdf(typeText(text)), OPTIONS)
  return Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value]))
}

test('C415 The text of an email is read like a paper', async () => {
  const values = await readText(`Hi Dana,

Please find your confirmation for load # 551-9942 below. Thank you for covering it – call with any questions before 5 PM today.

Pickup: Arden Steel Supply, 100 Main St, Dallas, TX 75236 on 11/24/2026 at 08:00
Delivery: Café Zoë, 9050 County Road 12, Eagan, Minnesota 55121 on 11/26/2026 at 14:30

Rate: $2,150.00 all in

Thanks,
Lena Ortiz
Harbor Peak Logistics LLC
540 Lake Ave, Reno, NV 89506

> Can you do $2,400.00?
`)
  expect(values).toMatchObject({
    brokerLoadNumber: '551-9942',
    total: '2150.00',
    pickupFacility: 'Arden Steel Supply',
    pickupCity: 'Dallas',
    pickupDate: '2026-11-24',
    pickupTime: '08:00',
    deliveryFacility: 'Café Zoë',
    deliveryCity: 'Eagan',
    deliveryState: 'MN',
    deliveryDate: '2026-11-26',
    deliveryTime: '14:30',
  })
})

test('C415 Columns that tabs separate stay columns, and a short text message is read', async () => {
  expect(
    await readText('Load #\t551199\nPickup\tDallas, TX 75236\t11/24/2026\t0800\nRate\t$1,850'),
  ).toMatchObject({ brokerLoadNumber: '551199', pickupCity: 'Dallas', total: '1850.00' })
  expect(
    await readText('Load 551199\nDallas TX to Eagan MN\nPU 11/24 8am, DEL 11/26 2pm\n$1850 all in'),
  ).toMatchObject({
    brokerLoadNumber: '551199',
    pickupCity: 'Dallas',
    pickupDate: '2026-11-24',
    pickupTime: '08:00',
    deliveryCity: 'Eagan',
    deliveryTime: '14:00',
    total: '1850.00',
  })
})

test('C415 Long lines are broken between words, and letters that the font lacks are replaced', async () => {
  const [page] = await readPdf(typeText(`${'word '.repeat(60)}\nŁódź (A\\B) → ✓ “x”`))
  const text = page?.words.map((word) => word.text) ?? []
  expect(text.filter((word) => word === 'word')).toHaveLength(60)
  expect(text.slice(60)).toEqual(['?ódz', '(A\\B)', '->', '?', '“x”'])
  expect(page?.words.every(({ x, width }) => x + width < 612)).toBe(true)
})

test.each([
  ['PO #\tPickup #\tWeight\n\t8831\t42,000', { pickupNumber: '8831', poNumber: undefined }],
  [
    'PO #\tBOL #\tPickup #\nPO-4471-AA\t9\t8831',
    { poNumber: 'PO-4471-AA', bolNumber: undefined, pickupNumber: '8831' },
  ],
])('C415 C551 The values of a table %j are those below their titles', async (table, expected) => {
  const { poNumber, bolNumber, pickupNumber } = await readText(`Load # 551-9942\n\n${table}\n`)
  expect({ poNumber, bolNumber, pickupNumber }).toMatchObject(expected)
})

test('C415 C551 A row that makes a table wider than the page is not below its titles', async () => {
  const wide = 'word '.repeat(20)
  const values = await readText(`Load # 551-9942\n\nPO #\tPickup #\n${wide}\t8831\t${wide}\n`)
  expect(values).not.toHaveProperty('poNumber')
  expect(values).not.toHaveProperty('pickupNumber')
})
