/** The places of truck owners and drivers in the queue of their account. */
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { listPermissions, ROLE_DEFAULTS, type Role } from '#core/team/roles.ts'
import { createMemberQueue } from './account-queue.ts'

/** Returns a function that sends a request. `end` frees its place, and is undefined while the request waits. */
function openQueue() {
  const enter = createMemberQueue()
  return (personId: string, role: Role, accountId = 'one') => {
    const sent: { end?: () => void; rejected?: unknown } = {}
    const permissions = listPermissions(role, ROLE_DEFAULTS)
    enter({ accountId, personId, permissions }).then(
      (end) => (sent.end = end),
      (error: unknown) => (sent.rejected = error),
    )
    return sent
  }
}

const count = (sent: { end?: () => void }[]) => sent.filter(({ end }) => end).length

test('S29 Truck owners and drivers leave a place in the queue to their office', async () => {
  const send = openQueue()
  const people = Array.from({ length: 10 }, (_, n) => `person ${n}`)
  const ofPortal = people.flatMap((person, n) =>
    Array.from({ length: 9 }, () => send(person, n % 2 ? 'owner' : 'driver')),
  )
  await setImmediate()
  const ofOffice = send('clerk', 'accounting')
  await setImmediate()
  expect([count(ofPortal), ofOffice.end]).toEqual([3, expect.any(Function)])
})

test('S29 One truck owner cannot use all of the account’s places in the queue', async () => {
  const send = openQueue()
  const many = Array.from({ length: 33 }, () => send('greedy', 'owner'))
  await setImmediate()
  const other = send('other', 'driver')
  await setImmediate()
  expect([count(many), other.end]).toEqual([2, expect.any(Function)])
  expect(many.at(-1)?.rejected).toMatchObject({ statusCode: 429, retryAfter: 5 })
})

test('S29 A rejected or ended request of a truck owner frees each of its places', async () => {
  const send = openQueue()
  const office = Array.from({ length: 254 }, () => send('clerk', 'admin'))
  await setImmediate()
  const rejected = Array.from({ length: 9 }, () => send('owner', 'owner'))
  await setImmediate()
  expect(rejected.map((one) => one.rejected !== undefined)).toEqual(Array(9).fill(true))
  for (const { end } of office) {
    end?.()
    await setImmediate()
  }
  for (let n = 0; n < 5; n++) {
    const next = send('owner', 'owner')
    await setImmediate()
    next.end?.()
    expect(next.end).toBeDefined()
  }
})
