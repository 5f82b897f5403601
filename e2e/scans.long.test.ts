/** A rate confirmation that is a photo: OCR in the browser. It takes longer than any other test of a screen. */
import { expect, test } from 'vitest'
import { ntg } from '#server/testing/confirmations/ntg.ts'
import { expectAccessible, startApp } from './app.ts'
import { field, findForm, openFile, readStoredLoad, TODAY } from './confirmation-form.ts'
import { drawPhoto } from './draw-photo.ts'

const app = startApp()

test('C143 C144 C155 C159 A photo taken sideways is read on request, with OCR files from this server; typed values stay', async () => {
  const page = await app.enter()
  await page.clock.setFixedTime(TODAY)
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  const buffer = await drawPhoto(page, ntg.pages[0] ?? [], true)
  // OCR reports that the page is sideways.
  app.expectComplaint(/Image too small to scale|Line cannot be recognized/)
  await openFile(page, { name: 'scan.jpg', mimeType: 'image/jpeg', buffer })
  const form = findForm(page)
  await form.getByText('This page is a scan without text.').waitFor()
  expect(requests.filter(isOcr)).toEqual([])
  await field(form, 'Load #').fill('L-1')
  await field(form, 'Cargo Description').fill('Tile')

  await page.route('**/eng.traineddata.gz', (route) => route.abort())
  app.expectComplaint(/Failed to load resource/)
  await form.getByRole('button', { name: 'Read the Scan' }).click()
  await form.getByText('The scan reader did not load.').waitFor()
  await page.unroute('**/eng.traineddata.gz')
  await form.getByRole('button', { name: 'Try Again' }).click()
  await form.getByRole('progressbar', { name: 'Reading the scan' }).waitFor()
  await form.getByRole('button', { name: 'Cancel', exact: true }).first().click()
  await form.getByRole('button', { name: 'Read the Scan' }).click()
  await form.getByText('Read from the scan.').waitFor({ timeout: 60_000 })
  await expectAccessible(page)

  expect(await field(form, 'Revenue').inputValue()).toBe('3,420.00')
  const kept = page.waitForRequest(/\/reading$/)
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  const { values } = (await kept).postDataJSON() as { values: Record<string, object> }
  expect(values.total).toMatchObject({ value: '3420.00', confidence: expect.any(Number) })
  const load = (await readStoredLoad(page)) ?? {}
  const { brokerLoadNumber, pickupDate, deliveryDate } = ntg.expected
  expect(load).toMatchObject({ loadId: 'L-1', cargoType: 'Tile', revenue: '3420.00' })
  expect(load).toMatchObject({ brokerLoadNumber, pickupDate, deliveryDate })
  const wrong = Object.entries({ ...ntg.expected, cargoType: 'Tile', weight: '41700.00' }).filter(
    ([name, value]) => load[name] && load[name] !== value,
  )
  expect(wrong).toEqual([])
  const origins = requests
    .map((url) => new URL(url))
    .filter(({ protocol }) => /^http/.test(protocol))
  expect([...new Set(origins.map(({ origin }) => origin))]).toEqual([app.url()])
  expect(requests.some(isOcr)).toBe(true)

  await page.getByText('Storing its rate confirmation').waitFor({ state: 'hidden' })
  const stored = `/api/loads/${String(load.id)}/documents?kind=rate-confirmation&name=stored`
  const headers = { 'content-type': 'image/jpeg' }
  await page.request.post(stored, { data: await drawPhoto(page, ntg.pages[0] ?? []), headers })
  await page.goto(`/loads/${String(load.id)}`)
  await page.getByText('The rate confirmation has not been read yet.').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Read It' }).click()
  await page.getByText('Agrees with the rate confirmation: $3,420.00.').waitFor({ timeout: 60_000 })
})

function isOcr(url: string): boolean {
  return /tesseract|traineddata|\/worker\.min-/.test(url)
}
