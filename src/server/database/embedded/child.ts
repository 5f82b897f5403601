/** For tests: a process that starts the embedded server in the given folder and keeps running. */
import { startEmbedded } from './embedded.ts'

const { connection } = await startEmbedded(process.argv[2] ?? '')
process.stdout.write(`${connection.host}\n`)
setInterval(() => undefined, 1000)
