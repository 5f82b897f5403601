import { BlobReader, ZipReader } from '@zip.js/zip.js'
import { expect, test } from 'vitest'
import { createTestCarrier } from '#server/testing/test-carrier.ts'
import { signUp, testApp } from '#server/testing/test-app.ts'
import { pdfText } from '#server/testing/pdf-text.ts'

const { app } = await testApp()
const carrier = await createTestCarrier(app)
const ids: number[] = []
for (const date of ['2026-11-13', '2026-11-20']) {
  for (let loads = 0; loads < (date === '2026-11-13' ? 60 : 1); loads++)
    await carrier.createLoad(date, '10')
  const { id } = await carrier.settle(date)
  await carrier.approve(id)
  ids.push(id)
}
const get = async (url: string, cookie = carrier.client.cookie) =>
  app.inject({ url, headers: { cookie } })

test('C51 One PDF has all chosen statements by number, each with its own page numbers', async () => {
  const response = await get(`/api/statements/print.pdf?ids=${ids.toReversed().join(',')}`)
  expect(response.headers['content-type']).toBe('application/pdf')
  const pages = await pdfText(response.rawPayload)
  const count = pages.length - 1
  expect(pages.map((page) => /Page \d+ of \d+/.exec(page)?.[0])).toEqual([
    ...Array.from({ length: count }, (_, index) => `Page ${index + 1} of ${count}`),
    'Page 1 of 1',
  ])
  const alone = (
    await Promise.all(ids.map(async (id) => pdfText(await carrier.readPdf(id))))
  ).flat()
  expect(pages).toEqual(alone)
})

test('C51 The ZIP has a PDF for each chosen statement', async () => {
  const { rawPayload } = await get(`/api/statements/files.zip?ids=${ids.join(',')}`)
  const blob = new Blob([new Uint8Array(rawPayload)])
  const entries = await new ZipReader(new BlobReader(blob)).getEntries()
  expect(entries.map(({ filename }) => filename[0])).toEqual(['1', '2'])
})

test('C51 S10 Statements of another account are not found', async () => {
  const other = await signUp(app)
  const path = `/api/statements/print.pdf?ids=${ids.join(',')}`
  expect((await get(path, other.cookie)).statusCode).toBe(404)
})

test.each([
  '',
  '?ids=',
  '?ids=0',
  '?ids=1,',
  `?ids=${Array.from({ length: 501 }, (_, n) => n + 1)}`,
])('C51 A print of the statements "%.20s" is a 400', async (query) => {
  expect((await get(`/api/statements/print.pdf${query}`)).statusCode).toBe(400)
})
