import { afterAll, expect, test } from 'vitest'
import { pdfText } from '#server/testing/pdf-text.ts'
import { sampleStatement } from '#server/testing/statement-samples.ts'
import { statementVariants } from '#server/testing/statement-variants.ts'
import { statementPdf } from '#server/statements/pdf/document.ts'
import { openPrinter } from './printer.ts'

const printer = openPrinter(2)
afterAll(() => printer.close())

const statement = sampleStatement()
const broken = { ...statement, carrier: null } as unknown as typeof statement

test('S29 many statements at once each come out whole, the same bytes as one laid out here', async () => {
  const here = await statementPdf(statement)
  const numbers = Array.from({ length: 12 }, (_, number) => number)
  const printed = await Promise.all(
    numbers.map((number) => printer.print({ ...statement, footer: `Statement ${number},` })),
  )
  for (const number of numbers) {
    const [page] = await pdfText(printed[number] ?? new Uint8Array())
    expect(page).toContain(`Statement ${number},`)
  }
  expect(Buffer.from(await printer.print(statement)).equals(here)).toBe(true)
})

test('C3 a statement has the same bytes in a thread that printed others before, and in a new one', async () => {
  const [busy, fresh] = [openPrinter(1), openPrinter(1)]
  for (const one of Object.values(statementVariants)) await busy.print(one)
  for (const name of ['other alphabets', 'usual', 'wide logo']) {
    const one = statementVariants[name] ?? statement
    const other = await fresh.print(one)
    expect(Buffer.from(await busy.print(one)).equals(other), name).toBe(true)
    expect((await pdfText(other)).join()).not.toContain('Ağr9')
  }
  await Promise.all([busy.close(), fresh.close()])
})

test('S29 one that cannot be laid out is refused by itself; those beside and after it are printed', async () => {
  const [before, refused, after] = await Promise.allSettled(
    [statement, broken, statement].map((one) => printer.print(one)),
  )
  expect([before?.status, refused?.status, after?.status]).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
  ])
})

test('S29 a statement of 5,000 loads is within the memory of its thread', async () => {
  const load = statement.loads[0]
  if (!load) throw new Error('The sample has no load')
  const loads = Array.from({ length: 5_000 }, () => load)
  const pdf = await printer.print({ ...statement, loads })
  expect(Buffer.from(pdf.subarray(0, 5)).toString()).toBe('%PDF-')
  expect(Buffer.from(pdf.subarray(-6)).toString().trim()).toBe('%%EOF')
}, 60_000)

/** Ends at a statement called "crash", never comes back from "hang", prints the name of any other. */
const FRAGILE = `import { parentPort } from 'node:worker_threads'
  parentPort.on('message', ({ name }) => {
    if (name === 'crash') process.exit(1)
    while (name === 'hang');
    parentPort.postMessage({ pdf: Buffer.from(name) })
  })`

test('S29 a thread that ended, or never would, takes its one statement with it; the next one gets a new thread', async () => {
  const fragile = new URL(`data:text/javascript,${encodeURIComponent(FRAGILE)}`)
  const own = openPrinter(1, fragile, 2_000)
  const printed = await Promise.allSettled(
    ['crash', 'second', 'hang', 'fourth'].map((name) => own.print({ ...statement, name })),
  )
  const statuses = printed.map(({ status }) => status)
  expect(statuses).toEqual(['rejected', 'fulfilled', 'rejected', 'fulfilled'])
  await own.close()
})

test('S25 a printer that was closed refuses at once, also those who wait', async () => {
  const own = openPrinter(1)
  const asked = Promise.allSettled([own.print(statement), own.print(statement)])
  await own.close()
  for (const one of await asked) expect(one.status).toBe('rejected')
  await expect(own.print(statement)).rejects.toThrow('stopping')
})
