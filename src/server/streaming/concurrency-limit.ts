/**
 * Limits how many exports, imports and transfers of files run at once, so that a few slow clients or large files leave places and memory
 * to the others.
 */
import { retryLater } from '#server/errors.ts'
import { createCounts } from '#server/queue.ts'

export type ConcurrencyLimit = {
  /** Takes a slot and returns the function that releases it. Throws 429 if no slot is free. */
  take: (accountId: string, person?: string) => () => void
}

/** `what` names the slots: "exports". `perPerson` is for limits that are taken with a person. */
type Slots = { what: string; perAccount: number; perPerson?: number; overall: number }

/**
 * Slots of this process. One account leaves slots to the others, and the last slot is for an account that has none. With `perPerson`,
 * one slow person leaves slots to the others of the account.
 */
export function createLimit({ what, perAccount, perPerson, overall }: Slots): ConcurrencyLimit {
  const accounts = createCounts()
  const people = createCounts()
  const isFull = (accountId: string, person: string) =>
    accounts.all() >= (accounts.of(accountId) ? overall - 1 : overall) ||
    accounts.of(accountId) >= perAccount ||
    (perPerson !== undefined && people.of(person) >= perPerson)

  return {
    take(accountId, id = '') {
      const person = `${accountId} ${id}`
      if (isFull(accountId, person)) throw retryLater(429, `Too many ${what} in progress.`)
      count(1)
      let released = false
      return () => {
        if (!released) count(-1)
        released = true
      }

      function count(change: 1 | -1): void {
        accounts.add(accountId, change)
        people.add(person, change)
      }
    },
  }
}

/** Everything that `streamSnapshot` sends: long lists, files, ZIPs. Most are made already, and hold a file only. */
export const downloads = createLimit({ what: 'exports', perAccount: 2, overall: 64 })

/** ZIPs of truck owners and drivers. They hold no connection while their clients read. */
export const outsideZips = createLimit({
  what: 'downloads',
  perPerson: 1,
  perAccount: 4,
  overall: 16,
})
