/** An independent reader of IIF files, written from Intuit's description of transactions. */
import { readCents } from './read-journal.ts'

export type IifTransaction = { type: string; first: IifRow; splits: IifRow[] }

type IifRow = {
  date: string
  account: string
  name: string
  class: string
  cents: bigint
  number: string
  memo: string
  due: string
  terms: string
  method: string
}

const HEAD = 'TRNSTYPE DATE ACCNT NAME CLASS AMOUNT DOCNUM MEMO'.split(' ')
/** Only in the first row of a transaction. */
const FIRST = ['DUEDATE', 'TERMS', 'PAYMETH']

/** Throws for anything but: three headings, then TRNS, SPL … and ENDTRNS, each transaction adding up to zero. */
export function readIif(text: string): IifTransaction[] {
  const lines = text.split('\r\n')
  if (lines.pop() !== '') throw new Error('The last line has no end')
  const rows = lines.map((line) => line.split('\t'))
  expectCells(rows.shift(), ['!TRNS', 'TRNSID', ...HEAD, ...FIRST])
  expectCells(rows.shift(), ['!SPL', 'SPLID', ...HEAD])
  expectCells(rows.shift(), ['!ENDTRNS'])
  const transactions: IifTransaction[] = []
  let open: IifTransaction | undefined
  for (const cells of rows) {
    const [mark, , type = ''] = cells
    if (mark === 'TRNS' && !open) open = { type, first: toRow(cells), splits: [] }
    else if (mark === 'SPL' && open?.type === type) open.splits.push(toRow(cells))
    else if (mark === 'ENDTRNS' && open) {
      transactions.push(closeTransaction(open))
      open = undefined
    } else throw new Error(`Unexpected row: ${cells.join('|')}`)
  }
  if (open) throw new Error('The last transaction has no end')
  return transactions
}

function closeTransaction(transaction: IifTransaction): IifTransaction {
  const { first, splits } = transaction
  const sum = splits.reduce((all, { cents }) => all + cents, first.cents)
  if (sum !== 0n || !splits.length) throw new Error(`${first.memo} does not add up`)
  return transaction
}

function toRow(cells: string[]): IifRow {
  const length = HEAD.length + 2 + (cells[0] === 'TRNS' ? FIRST.length : 0)
  if (cells.length !== length) throw new Error(`${cells.length} cells: ${cells.join('|')}`)
  const [, , , date = '', account = '', name = '', className = '', amount = '', ...rest] = cells
  const [number = '', memo = '', due = '', terms = '', method = ''] = rest
  if (!/^\d\d\/\d\d\/\d{4}$/.test(date) || account === '') throw new Error(`Row ${cells.join('|')}`)
  return {
    date,
    account,
    name,
    class: className,
    cents: readCents(amount),
    number,
    memo,
    due,
    terms,
    method,
  }
}

function expectCells(cells: string[] | undefined, expected: string[]): void {
  if (cells?.join('\t') !== expected.join('\t')) throw new Error(`Heading: ${cells?.join('|')}`)
}
