import type { ReactNode } from 'react'
import { classes } from '#web/ui/classes.ts'

/** Around a table that is not in a card. */
export const TABLE_FRAME = 'rounded-lg border border-line bg-surface'

const PADDING = 'px-3 py-2'
const FIGURE = 'text-right tabular-nums whitespace-nowrap'

type FigureTableProps = {
  caption: string
  heads: readonly string[]
  /** The index of the first column of figures; the columns from there on are right-aligned. */
  firstFigure: number
  /** The rows. */
  children: ReactNode
}

/** A table of figures that ends with a row of totals. */
export function FigureTable({ caption, heads, firstFigure, children }: FigureTableProps) {
  return (
    <table className="records w-full border-collapse text-sm">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {heads.map((head, index) => (
            <th
              key={head}
              scope="col"
              className={classes(
                PADDING,
                'bg-head font-medium',
                index >= firstFigure ? FIGURE : 'text-left',
              )}
            >
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}

export function Row({ children }: { children: ReactNode }) {
  return <tr className="border-t border-line">{children}</tr>
}

/** `label` is the column's header: a phone shows it beside the cell. */
type CellProps = { label: string; className?: string; children: ReactNode }

export function TableCell({ label, className, children }: CellProps) {
  return (
    <td className={classes(PADDING, className)} data-label={label}>
      {children}
    </td>
  )
}

export function FigureCell({ label, children }: CellProps) {
  return (
    <TableCell label={label} className={FIGURE}>
      {children}
    </TableCell>
  )
}

/** `title` spans the columns before the first figure. */
type TotalRowProps = { title: string; firstFigure: number; children: ReactNode }

export function TotalRow({ title, firstFigure, children }: TotalRowProps) {
  return (
    <tr className="border-t-2 border-line-strong font-semibold">
      <th scope="row" colSpan={firstFigure} className={classes(PADDING, 'text-left')}>
        {title}
      </th>
      {children}
    </tr>
  )
}
