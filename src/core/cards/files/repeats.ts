/** Rows that repeat the provider's own number, which only one purchase can have (SPEC C609). */
import type { Cents } from '#core/money.ts'
import type { FileLayout } from './layout.ts'
import type { Row } from './row.ts'

export type FindRepeat = (row: Row, amount: Cents) => { line: number; isEqual: boolean } | null

/** Finds the earlier row with the number of a row, and says whether their cells are equal. A credit may have the number of its purchase. */
export function openNumbers({ numbers = [], also = [] }: FileLayout): FindRepeat {
  const known = new Map<string, { line: number; cells: string }>()
  return (row, amount) => {
    const number = numbers.map(row.text)
    if (!number.length || number.some((part) => part === '')) return null
    const name = [...number, ...also.map(row.text), amount < 0n].join('\t')
    const cells = row.cells.map((cell) => cell.trim()).join('\t')
    const first = known.get(name)
    if (first) return { line: first.line, isEqual: first.cells === cells }
    known.set(name, { line: row.line, cells })
    return null
  }
}
