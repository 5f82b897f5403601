/** Numbers and days of a paper that are not the day of a stop. */
import { expect, test } from 'vitest'
import { readConfirmation } from '#core/confirmations/read-confirmation.ts'
import { typedPage } from '#core/confirmations/testing/typed-page.ts'

const OPTIONS = {
  today: '2026-11-21',
  company: { name: 'Blue Mesa Trucking LLC', emailDomain: 'bluemesa.example' },
}

const read = (text: string) => readConfirmation([typedPage(text)], OPTIONS)

const WITHOUT_DELIVERY_DAY = `
Pickup
Dallas, TX 75201
11/23/2026 08:00
Delivery
Eagan, MN 55121
Total    $1,650.00`

test.each([
  'Page 1/2',
  'Page    1/2',
  'PO 12/15',
  'PO#:    12/15',
  'Partial 2/3 load',
  'Straps 1/2',
  'Straps: 1/2',
  'Form RC-1 (10/26)',
  'Drop 1/2',
  'Ready to load 1/2 trailer',
])('C413 %j is not the day of the delivery', (printed) => {
  for (const text of [
    `${WITHOUT_DELIVERY_DAY}\n${printed}`,
    WITHOUT_DELIVERY_DAY.replace('55121', `55121\n${printed}`),
  ]) {
    const { fields, unsure } = read(text)
    expect([fields.deliveryDate, unsure.deliveryDate]).toEqual([undefined, undefined])
  }
})

test('C413 The number of a form does not make a day of the pickup unclear', () => {
  const text = 'Pickup\nDallas, TX 75201\nDate: 11/23\nForm 10/26'
  expect(read(text).fields.pickupDate?.value).toBe('2026-11-23')
})

test.each([
  'Date: 11/24',
  'Tue 11/24',
  '11/24',
  '11/24 0800',
  '8 AM 11/24',
  '11/24 @ 2pm',
  '11/24 FCFS',
  '11/24, 8a-2p',
  '11/24 by noon',
  'ETA 11/24',
  'Delivery 11/24',
])('C413 %j at a delivery is a day', (printed) => {
  const { fields, unsure } = read(WITHOUT_DELIVERY_DAY.replace('55121', `55121\n${printed}`))
  const values = [fields.deliveryDate, ...(unsure.deliveryDate ?? [])].map((one) => one?.value)
  expect(values).toContain('2026-11-24')
})

test.each([
  '11/24 - 11/25',
  'Between 11/24 and 11/25',
  'Tue 11/24 or 11/25',
  'Date: 11/24 & 11/25',
])('C413 The two days %j at a delivery are choices', (printed) => {
  const { fields, unsure } = read(WITHOUT_DELIVERY_DAY.replace('55121', `55121\n${printed}`))
  expect(fields.deliveryDate).toBeUndefined()
  expect(unsure.deliveryDate?.map(({ value }) => value)).toEqual(['2026-11-24', '2026-11-25'])
})

test.each([
  'Total $1,800.00\nSignature ___ Date 11/24/2026',
  'Total $1,800.00\nSignature ________\nDate 11/24/2026',
  'Rate $1,800.00\nDate: 11/24/2026',
  'Total $1,800.00\nAccepted by: J. Ruiz   11/24/2026',
  'Payment due 12/24/2026',
  'Due date:   12/24/2026',
  'Net 30 payment   12/24/2026',
  'Confirmation date: 11/24/2026',
  'Signature ___ Date 11/24/2026',
  'Carrier signature: ____\nDate: 11/24/2026',
  'By: ______ Date: 11/24/2026',
  'X ______ 11/24/2026',
  'Date: 11/24/2026\nSignature ________',
  'Date: 11/24/2026\n\n\nDriver signature',
  'Print name: ______\nTitle: ______\nDate: 11/24/2026\nSigned: ______',
  'Authorized by: L. Ruiz 11/24/2026',
  'Rate valid until 11/30/2026',
  'Send the POD by 11/30/2026',
])('C413 %j below the stops is not the day of the delivery', (printed) => {
  const { fields, unsure } = read(
    WITHOUT_DELIVERY_DAY.replace('Total    $1,650.00', `${printed}\nDispatcher`),
  )
  expect([fields.deliveryDate, unsure.deliveryDate]).toEqual([undefined, undefined])
  expect(fields.pickupDate?.value).toBe('2026-11-23')
})

test('C413 A signature that is older than the pickup leaves the day of the pickup', () => {
  const { fields } = read(`${WITHOUT_DELIVERY_DAY}\nSignature ____ Date 11/20/2026`)
  expect(fields.pickupDate?.value).toBe('2026-11-23')
})

test.each([
  'Delivery due 11/24/2026\nTotal $1,650.00',
  'Due: 11/24/2026 11:30 to 14:00\nTotal $1,650.00',
  '11/24/2026\nSign in at the gate\nTotal $1,650.00',
  'Date: 11/24/2026\nTime: 08:00\nSignature ________',
  'Sign in at the gate\n11/24/2026\nTotal $1,650.00',
])('C413 %j has the day of the delivery', (printed) => {
  const { fields } = read(WITHOUT_DELIVERY_DAY.replace('Total    $1,650.00', printed))
  expect(fields.deliveryDate?.value).toBe('2026-11-24')
})
