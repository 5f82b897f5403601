/** For the tests: a process that starts the embedded server on the folder it is given, and stays. */
import { startEmbedded } from './embedded.ts'

const { connection } = await startEmbedded(process.argv[2] ?? '')
process.stdout.write(`${connection.host}\n`)
setInterval(() => undefined, 1000)
