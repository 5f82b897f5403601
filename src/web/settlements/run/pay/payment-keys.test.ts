import { expect, test } from 'vitest'
import { postOnce } from './payment-keys.ts'

test('B23 C11 A payment keeps its key until it is posted; the next equal payment gets a new key', async () => {
  const keys = new Map<string, string>()
  const sent: string[] = []
  const send = (fails: boolean) =>
    postOnce(keys, { amount: '100.00' }, (_payment, key) => {
      sent.push(key)
      return fails ? Promise.reject(new Error('No connection')) : Promise.resolve()
    })
  await expect(send(true)).rejects.toThrow('No connection')
  await send(false)
  await send(false)
  const [first, again, second] = sent
  expect(again).toBe(first)
  expect(second).not.toBe(first)
})
