/** Requests an address every 5 ms until a message arrives. Then it posts the milliseconds of each response. */
import { setTimeout } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

const waited: number[] = []
let working = true
parentPort?.on('message', () => (working = false))

while (working) {
  const sentAt = performance.now()
  const { status } = await fetch(workerData as string)
  if (status !== 200) throw new Error(`The response is ${status}`)
  waited.push(performance.now() - sentAt)
  if (waited.length === 1) parentPort?.postMessage('asking')
  await setTimeout(5)
}
parentPort?.postMessage(waited)
