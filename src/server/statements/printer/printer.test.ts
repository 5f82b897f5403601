import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { pdfText } from '#server/testing/pdf-text.ts'
import { sampleStatement } from '#server/testing/statement-samples.ts'
import { statementVariants } from '#server/testing/statement-variants.ts'
import { statementsPdf } from '#server/statements/pdf/document.ts'
import { openPrinter } from './printer.ts'

const printer = openPrinter(2)
afterAll(() => printer.close())
afterEach(() => void vi.useRealTimers())

const statement = sampleStatement()
const broken = { ...statement, carrier: null } as unknown as typeof statement

test('S29 Statements printed in parallel have the same bytes as one printed directly', async () => {
  const direct = await statementsPdf([statement])
  const numbers = Array.from({ length: 12 }, (_, number) => number)
  const printed = await Promise.all(
    numbers.map((number) => printer.print({ ...statement, footer: `Statement ${number},` })),
  )
  for (const number of numbers) {
    const [page] = await pdfText(printed[number] ?? new Uint8Array())
    expect(page).toContain(`Statement ${number},`)
  }
  expect(Buffer.from(await printer.print(statement)).equals(direct)).toBe(true)
})

test('C3 A statement has the same bytes in a used thread and in a new one', async () => {
  const [used, fresh] = [openPrinter(1), openPrinter(1)]
  for (const variant of Object.values(statementVariants)) await used.print(variant)
  for (const name of ['other alphabets', 'usual', 'wide logo']) {
    const variant = statementVariants[name] ?? statement
    const other = await fresh.print(variant)
    expect(Buffer.from(await used.print(variant)).equals(other), name).toBe(true)
    expect((await pdfText(other)).join()).not.toContain('Ağr9')
  }
  await Promise.all([used.close(), fresh.close()])
})

test('S29 A statement that fails does not fail the others', async () => {
  const [before, failed, after] = await Promise.allSettled(
    [statement, broken, statement].map((given) => printer.print(given)),
  )
  expect([before?.status, failed?.status, after?.status]).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
  ])
})

test('S29 A statement of 5,000 loads fits in the memory of its thread', async () => {
  const load = statement.loads[0]
  if (!load) throw new Error('The sample has no load')
  const loads = Array.from({ length: 5_000 }, () => load)
  const pdf = await printer.print({ ...statement, loads })
  expect(Buffer.from(pdf.subarray(0, 5)).toString()).toBe('%PDF-')
  expect(Buffer.from(pdf.subarray(-6)).toString().trim()).toBe('%%EOF')
}, 60_000)

/** A thread that ends on a statement named "crash", hangs on "hang", and prints any other's name. */
const FRAGILE = `import { parentPort } from 'node:worker_threads'
  parentPort.on('message', ([{ name }]) => {
    if (name === 'crash') process.exit(1)
    while (name === 'hang');
    parentPort.postMessage({ pdf: Buffer.from(name) })
  })`

test('S29 A thread that ends or hangs fails one statement; the next gets a new thread', async () => {
  const fragile = new URL(`data:text/javascript,${encodeURIComponent(FRAGILE)}`)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const small = openPrinter(1, fragile)
  const prints = ['crash', 'second', 'hang', 'fourth'].map((name) =>
    small.print({ ...statement, name }),
  )
  const printed = Promise.allSettled(prints)
  await prints[1]
  // The limit of "hang". The others have as long as they need.
  await expect.poll(() => vi.getTimerCount()).toBe(1)
  vi.runOnlyPendingTimers()
  const statuses = (await printed).map(({ status }) => status)
  expect(statuses).toEqual(['rejected', 'fulfilled', 'rejected', 'fulfilled'])
  await small.close()
})

test('S25 A closed printer immediately rejects new and waiting statements', async () => {
  const closing = openPrinter(1)
  const prints = Promise.allSettled([closing.print(statement), closing.print(statement)])
  await closing.close()
  for (const { status } of await prints) expect(status).toBe('rejected')
  await expect(closing.print(statement)).rejects.toThrow('stopping')
})
