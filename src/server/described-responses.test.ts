/** The API description of money: every response is described. The compiler checks that routes return what is described. */
import { expect, test } from 'vitest'
import { createCarrierWithPayments } from '#server/testing/carrier-with-payments.ts'
import { testApp } from '#server/testing/test-app.ts'

type Described = {
  paths: Record<
    string,
    Record<string, { tags?: string[]; responses: Record<string, { content?: unknown }> }>
  >
}
const TAGS = [
  'Settlements',
  'Settlement Run',
  'Deduction rules',
  'Balances',
  'Payments',
  'Year-End',
]
const FILE = /\.(csv|xlsx|zip|pdf)$/

const { app } = await testApp()

test('C42 Every route of settlements, payments, balances and year describes its response', async () => {
  const { client } = await createCarrierWithPayments(app)
  const { paths } = (await client.get<Described>('/api/docs/json')).body
  const undescribed = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(
        ([method, { tags }]) => method !== 'delete' && tags?.some((tag) => TAGS.includes(tag)),
      )
      .filter(() => !FILE.test(path))
      .filter(([, { responses }]) => !Object.entries(responses).some(isDescribed))
      .map(([method]) => `${method} ${path}`),
  )
  expect(undescribed).toEqual([])
})

function isDescribed([status, { content }]: [string, { content?: unknown }]): boolean {
  return status.startsWith('2') && content !== undefined
}
