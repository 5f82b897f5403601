/** Formats the rows as Markdown, for the screen and docs/benchmarks.md. */
import type { Row } from '#scripts/bench/bench.ts'

const HEADS = ['measured', 'method', 'goal', 'result', 'met', 'raw values']

export function formatTable(rows: Row[]): string {
  const lines = rows.map(({ name, method, goal, result, met, raw }) => [
    name,
    method,
    goal,
    result,
    met ? 'yes' : 'no',
    raw,
  ])
  const widths = HEADS.map((head, column) =>
    Math.max(head.length, ...lines.map((line) => line[column]?.length ?? 0)),
  )
  const formatLine = (cells: string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const rule = formatLine(widths.map((width) => '-'.repeat(width)))
  return [formatLine(HEADS), rule, ...lines.map(formatLine)].join('\n')
}

/** Every case of the rows that show the slowest of many. */
export function formatDetails(rows: Row[]): string {
  return rows
    .filter(({ details }) => details)
    .map(({ name, details = [] }) =>
      [`### ${name}`, '', ...details.map((one) => `- ${one}`)].join('\n'),
    )
    .join('\n\n')
}
