import type { ReactNode } from 'react'
import { classes } from '#web/ui/classes.ts'

type LineTableProps = {
  name: string
  heads: string[]
  /** The heads of columns of figures, which are right-aligned. */
  figures?: ReadonlySet<string>
  children: ReactNode
}

/** Lines of a file by number, in a box that scrolls by mouse or keyboard. */
export function LineTable({ name, heads, figures, children }: LineTableProps) {
  return (
    <div
      tabIndex={0}
      role="region"
      aria-label={name}
      className="max-h-64 overflow-auto rounded-md border border-line"
    >
      <table className="w-full text-left text-sm">
        <thead className="sticky top-0 bg-head whitespace-nowrap">
          <tr>
            <th scope="col" className="px-3 py-2 text-right font-medium">
              Line
            </th>
            {heads.map((head, at) => (
              <th
                key={at}
                scope="col"
                className={classes('px-3 py-2 font-medium', figures?.has(head) && 'text-right')}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}

/** The first cell of a row. */
export function LineNumber({ line }: { line: number | string }) {
  return (
    <th scope="row" className="px-3 py-2 text-right font-normal text-muted tabular-nums">
      {line.toLocaleString('en-US')}
    </th>
  )
}
