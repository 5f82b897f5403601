/** Requests each address every 5 ms until a message arrives. Then it posts the milliseconds of each response, by address. */
import { setTimeout } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

const addresses = workerData as string[]
const waited = addresses.map((): number[] => [])
let working = true
parentPort?.on('message', () => (working = false))

for (let round = 0; working; round++) {
  await Promise.all(
    addresses.map(async (address, index) => waited[index]?.push(await ask(address))),
  )
  if (round === 0) parentPort?.postMessage('asking')
  await setTimeout(5)
}
parentPort?.postMessage(waited)

async function ask(address: string): Promise<number> {
  const sentAt = performance.now()
  const { status } = await fetch(address)
  if (status !== 200) throw new Error(`The response is ${status}`)
  return performance.now() - sentAt
}
