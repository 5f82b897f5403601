/** The rows as one table in Markdown, for the screen and for docs/benchmarks.md. */
import type { Row } from './bench.ts'

const HEADS = ['what', 'as', 'goal', 'figure', 'met', 'raw']

export function printTable(rows: Row[]): string {
  const lines = rows.map(({ what, as, goal, figure, met, raw }) => [
    ...[what, as, goal, figure, met ? 'yes' : 'no', raw],
  ])
  const widths = HEADS.map((head, column) =>
    Math.max(head.length, ...lines.map((line) => line[column]?.length ?? 0)),
  )
  const drawn = (cells: string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const rule = drawn(widths.map((width) => '-'.repeat(width)))
  return [drawn(HEADS), rule, ...lines.map(drawn)].join('\n')
}

/** What stands behind the rows that are the worst of many. */
export function printDetails(rows: Row[]): string {
  const some = rows.filter(({ details }) => details)
  return some
    .map(({ what, details = [] }) =>
      [`### ${what}`, '', ...details.map((one) => `- ${one}`)].join('\n'),
    )
    .join('\n\n')
}
