import { reporter } from './part-reporter.ts'

/** Vitest makes its reporter with `new`, from the default export of a file. */
export default function PartReporter() {
  return reporter
}
