/** Documents: files dropped on a load's page, photos joined in the browser, the viewer (SPEC C116, C118, C119). */
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { DocumentFacts } from '#core/documents/documents.ts'
import { makePdf } from '#server/testing/documents/make-pdf.ts'
import { HEIC, JPEG, makePng } from '#server/testing/pictures.ts'
import { makeSample } from '#server/testing/samples.ts'
import { create, expectAccessible, findToast, startApp } from './app.ts'
import { button } from './steps.ts'

const app = startApp()
const PHONE = { width: 390, touch: true }

type DroppedFile = { name: string; type: string; bytes: Buffer }

const pdf = (name: string, text: string, pages = 1): DroppedFile => ({
  name,
  type: 'application/pdf',
  bytes: makePdf({ pages, text }),
})

/** Drops files on the page, as from the desktop. */
async function drop(page: Page, files: DroppedFile[]): Promise<void> {
  const sent = files.map(({ bytes, ...file }) => ({ ...file, base64: bytes.toString('base64') }))
  await page.evaluate((given) => {
    const dataTransfer = new DataTransfer()
    for (const { name, type, base64 } of given) {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
      dataTransfer.items.add(new File([bytes], name, { type }))
    }
    const options = { dataTransfer, bubbles: true, cancelable: true }
    document.body.dispatchEvent(new DragEvent('dragover', options))
    document.body.dispatchEvent(new DragEvent('drop', options))
  }, sent)
}

async function readDocuments(page: Page, loadId: number): Promise<DocumentFacts[]> {
  const response = await page.request.get(`/api/loads/${loadId}/documents`)
  return (await response.json()) as DocumentFacts[]
}

/** A photo that the camera took sideways: the browser must turn it. Its metadata also has a GPS location. */
function sidewaysPhoto(): Buffer {
  const orientation = Buffer.from('4d4d002a00000008000101120003000000010006000000000000', 'hex')
  const exif = Buffer.concat([Buffer.from('Exif\0\0'), orientation, Buffer.from('GPS-SECRET')])
  const head = Buffer.from([0xff, 0xe1, 0, exif.length + 2])
  return Buffer.concat([JPEG.subarray(0, 2), head, exif, JPEG.subarray(2)])
}

test('C116 C119 Dropped files get a guessed type, are sent with one key and open in the viewer', async () => {
  const page = await app.enter()
  const { id } = await create(page, 'loads', { ...makeSample('loads'), bolStatus: 'not-received' })
  await page.goto(`/loads/${id}`)
  await page.getByText('Drop files anywhere on this page.').waitFor()
  await drop(page, [
    pdf('scan0001.pdf', 'STRAIGHT BILL OF LADING', 3),
    pdf('RateCon 4711.pdf', 'Total'),
    { name: 'notes.txt', type: 'text/plain', bytes: Buffer.from('Call first') },
  ])
  const dialog = page.getByRole('dialog', { name: 'Add Documents' })
  const kindOf = (name: string) => dialog.getByLabel(`Type of ${name}`)
  await kindOf('scan0001.pdf').waitFor()
  expect(await kindOf('scan0001.pdf').inputValue()).toBe('bol')
  expect(await kindOf('RateCon 4711.pdf').inputValue()).toBe('rate-confirmation')
  expect(await dialog.getByRole('alert').innerText()).toContain('must be a PDF, JPEG or PNG')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await findToast(page, '2 documents added').waitFor()
  await button(dialog, 'Cancel').click()
  await page.getByRole('button', { name: 'BOL L-1 (3 p).pdf', exact: true }).click()
  const viewer = page.getByRole('dialog', { name: 'BOL L-1 (3 p).pdf' })
  const first = viewer.getByRole('img', { name: 'Page 1', exact: true })
  await first.waitFor()
  expect(await viewer.getByRole('img').count()).toBe(3)
  const widthOf = async () => Math.round((await first.boundingBox())?.width ?? 0)
  const heightOf = async () => Math.round((await first.boundingBox())?.height ?? 0)
  const [width, height] = [await widthOf(), await heightOf()]
  expect(height).toBeGreaterThan(width)
  await page.keyboard.press('+')
  await expect.poll(widthOf).toBe(Math.round(width * 1.25))
  await page.keyboard.press('0')
  await page.keyboard.press('r')
  await expect.poll(heightOf).toBeLessThan(width)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await viewer.waitFor({ state: 'hidden' })
  await page.getByText('Received', { exact: true }).first().waitFor()
  expect((await readDocuments(page, id)).map(({ kind, pages }) => [kind, pages])).toEqual([
    ['bol', 3],
    ['rate-confirmation', 1],
  ])
})

test('C118 Photos become one upright document without the metadata of the camera', async () => {
  const page = await app.enter({ width: 390, touch: true })
  const { id } = await create(page, 'loads', makeSample('loads'))
  await page.goto(`/loads/${id}`)
  await page.getByLabel('Documents to add').setInputFiles([
    { name: 'bol 1.jpg', mimeType: 'image/jpeg', buffer: sidewaysPhoto() },
    { name: 'bol 2.png', mimeType: 'image/png', buffer: makePng({ width: 40, height: 20 }) },
    { name: 'bol 3.png', mimeType: 'image/png', buffer: makePng({ width: 40, height: 20 }) },
    { name: 'IMG_0004.HEIC', mimeType: 'image/heic', buffer: HEIC },
    { name: 'broken.heic', mimeType: 'image/heic', buffer: HEIC.subarray(0, 99) },
  ])
  const dialog = page.getByRole('dialog', { name: 'Add Documents' })
  await dialog.getByText('One document of 4 photos').waitFor()
  await dialog.getByText('This browser can’t open this picture').waitFor()
  await dialog.getByRole('button', { name: 'Remove page 3' }).tap()
  await dialog.getByRole('button', { name: 'Move page 2 up' }).tap()
  await dialog.getByRole('button', { name: 'Rotate page 1' }).tap()
  await expectAccessible(page)
  await button(dialog, 'Upload 1 Document').tap()
  await findToast(page, '1 document added').waitFor()
  const [stored] = await readDocuments(page, id)
  expect(stored).toMatchObject({ kind: 'bol', pages: 3, type: 'application/pdf' })
  const bytes = await (await page.request.get(`/api/documents/${stored?.id}/file`)).body()
  const text = bytes.toString('latin1')
  expect(text).not.toMatch(/GPS-SECRET|Exif/)
  // The turned picture, the photo that the camera took sideways, and the iPhone's.
  expect([...text.matchAll(/\/Width (\d+) \/Height (\d+)/g)].map(([size]) => size)).toEqual([
    '/Width 20 /Height 40',
    '/Width 10 /Height 24',
    '/Width 64 /Height 48',
  ])
})

/** A photo whose file is larger than the limit of a page, because noise does not compress. */
async function noisyPhoto(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width: 1200, height: 900 })
    const context = canvas.getContext('2d')
    const noise = context?.createImageData(1200, 900)
    for (let at = 0; noise && at < noise.data.length; at++)
      noise.data[at] = (at * 2654435761) >>> 24
    if (noise) context?.putImageData(noise, 0, 0)
    return canvas.toDataURL('image/png').split(',')[1] ?? ''
  })
  return Buffer.from(base64, 'base64')
}

test('C135 C136 A driver photographs three pages through a link, and the office has the BOL', async () => {
  const office = await app.enter()
  const sample = { ...makeSample('loads'), bolStatus: 'not-received' }
  const { id } = await create(office, 'loads', sample)
  await office.goto(`/loads/${id}`)
  await button(office, 'Upload Link').click()
  const dialog = office.getByRole('dialog', { name: 'Upload Link for Load L-1' })
  await expectAccessible(office)
  await button(dialog, 'Make Link').click()
  const link = await dialog.getByLabel('Link').inputValue()
  await button(dialog, 'Done').click()
  await office.getByText('Open upload links').waitFor()

  const phone = await app.openPage(new URL(link).pathname + new URL(link).hash, PHONE)
  await phone.getByRole('heading', { name: 'Load L-1' }).waitFor()
  await takeScreenshots(phone, 'empty')
  const camera = phone.getByLabel('Camera')
  const photos = [sidewaysPhoto(), await noisyPhoto(phone), sidewaysPhoto()]
  for (const [at, buffer] of photos.entries()) {
    const mimeType = at === 1 ? 'image/png' : 'image/jpeg'
    await camera.setInputFiles([{ name: `page ${at}`, mimeType, buffer }])
    await phone.getByRole('img', { name: `Page ${at + 1}` }).waitFor()
  }
  await expectAccessible(phone)
  await takeScreenshots(phone, 'pages')
  // The connection is lost once.
  app.expectComplaint(/ERR_FAILED|Failed to load resource/)
  await phone.route('**/api/upload?*', (route) => route.abort(), { times: 1 })
  await button(phone, 'Send 3 pages').tap()
  await phone.getByText(/Nothing is lost/).waitFor()
  await takeScreenshots(phone, 'lost')
  await button(phone, 'Retry').tap()
  await phone.getByText('BOL (bill of lading) sent').waitFor()
  await phone.getByText('3 pages').waitFor()
  await button(phone, 'Español').tap()
  await phone.getByRole('heading', { name: 'Carga L-1' }).waitFor()
  await expectAccessible(phone)
  await takeScreenshots(phone, 'sent')
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)

  const [stored] = await readDocuments(office, id)
  expect(stored).toMatchObject({ kind: 'bol', pages: 3, type: 'application/pdf' })
  expect(stored?.bytes).toBeLessThan(600_000)
  const bytes = await (await office.request.get(`/api/documents/${stored?.id}/file`)).body()
  const sizes = [...bytes.toString('latin1').matchAll(/\/Width (\d+) \/Height (\d+)/g)]
  expect(
    sizes.map(([size]) => size).filter((size) => size === '/Width 10 /Height 24'),
  ).toHaveLength(2)
  await office.reload()
  await office.getByText('Received', { exact: true }).first().waitFor()
  await office
    .getByText(/Upload link of/)
    .first()
    .waitFor()
  await takeScreenshots(office, 'load')
  await office.goto('/audit?subject=documents')
  await office
    .getByText(/Upload Link .*load L-1/)
    .first()
    .waitFor()

  await office.goto(`/loads/${id}`)
  await office.getByRole('button', { name: /^Revoke the link/ }).click()
  await office.getByText('Open upload links').waitFor({ state: 'hidden' })
  app.expectComplaint(/404/)
  await phone.reload()
  await phone.getByRole('heading', { name: 'Login to Your Account' }).waitFor()
  await phone.getByText('This link is no longer valid').waitFor()
})

/** Takes screenshots at three widths in both themes, for a person to look at. */
async function takeScreenshots(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS
  if (!folder) return
  await mkdir(folder, { recursive: true })
  const size = page.viewportSize()
  for (const width of [390, 768, 1440])
    for (const dark of [false, true]) {
      await page.setViewportSize({ width, height: 844 })
      await page.evaluate((on) => document.documentElement.classList.toggle('dark', on), dark)
      const file = `upload-${name}-${width}-${dark ? 'dark' : 'light'}.png`
      await page.screenshot({ path: path.join(folder, file), fullPage: true })
    }
  if (size) await page.setViewportSize(size)
  await page.evaluate(() => document.documentElement.classList.remove('dark'))
}
