/** Vitest takes a reporter as the default export of a file. */
import { reporter } from './part-reporter.ts'

export default reporter
