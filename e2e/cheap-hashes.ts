/** Preloaded by the servers of browser and component tests: hashing each account's password as the product does takes 50 ms. */
import { isMainThread } from 'node:worker_threads'

if (isMainThread) {
  const { ARGON2ID } = await import('#server/accounts/passwords.ts')
  Object.assign(ARGON2ID, { memoryCost: 8, timeCost: 1 })
}
