import { expect, test } from 'vitest'
import { sampleStatement } from '#server/testing/statement-samples.ts'
import { openPrinter } from './printer.ts'
import { queuePrinter } from './queue.ts'

const statement = sampleStatement()

test('S29 Many statements of one account do not delay another account', async () => {
  const printer = openPrinter(1)
  const print = queuePrinter(printer)
  const printed: string[] = []
  const ask = async (userId: string) => {
    await print(userId, statement)
    printed.push(userId)
  }
  await Promise.all([...Array.from({ length: 5 }, () => ask('many')), ask('singular')])
  expect(printed.indexOf('singular')).toBe(1)
  expect(printed).toHaveLength(6)
  await printer.close()
})

test('A statement that fails does not block the next one of its account', async () => {
  const printer = openPrinter(1)
  const print = queuePrinter(printer)
  const broken = { ...statement, carrier: null } as unknown as typeof statement
  const prints = [broken, statement].map((given) => print('me', given))
  const results = await Promise.allSettled(prints)
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
  await printer.close()
})
