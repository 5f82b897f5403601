/** An independent reader of QuickBooks Online's CSV files, written from their description: plain cells, grouped by number. */

/** The rows by the number of their entry, with the cells by title. Throws for quotes, for characters that are not ASCII, and for a row with another number of cells. */
export function readQuickBooksCsv(text: string): Map<string, Record<string, string>[]> {
  if (!/^[\r\n -~]*$/.test(text) || text.includes('"')) throw new Error('Not plain ASCII')
  const lines = text.split('\r\n')
  if (lines.pop() !== '') throw new Error('The last line has no end')
  const [titles = [], ...rows] = lines.map((line) => line.split(','))
  const entries = new Map<string, Record<string, string>[]>()
  for (const cells of rows) {
    if (cells.length !== titles.length) throw new Error(`${cells.length} cells: ${cells.join()}`)
    const row = Object.fromEntries(titles.map((title, at) => [title, cells[at] ?? '']))
    const number = cells[0] ?? ''
    entries.set(number, [...(entries.get(number) ?? []), row])
  }
  return entries
}

/** The debits less the credits, in cents. */
export function netCents(rows: readonly Record<string, string>[]): bigint {
  return rows.reduce(
    (sum, row) => sum + readCents(row['*Debits'] ?? '') - readCents(row['*Credits'] ?? ''),
    0n,
  )
}

export function readCents(text: string): bigint {
  if (text === '') return 0n
  const match = /^(-?)(\d+)\.(\d\d)$/.exec(text)
  if (!match) throw new Error(`Not an amount: ${text}`)
  const cents = BigInt(match[2] + (match[3] ?? ''))
  return match[1] ? -cents : cents
}
