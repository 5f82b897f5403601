/** The file cannot be read. `line`: the row of the error if it is known. */
export class InvalidCsv extends Error {
  readonly line: number | undefined

  constructor(message: string, line?: number) {
    super(message)
    this.line = line
  }
}
