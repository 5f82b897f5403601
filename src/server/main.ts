/** `npm start`: runs the server until a signal ends it. */
import { runHaulbook } from './run.ts'

process.exit(await runHaulbook(process.env))
