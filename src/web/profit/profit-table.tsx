import { Fragment, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { formatDay } from '#core/calendar.ts'
import { formatQuantity, toCents, type Amount } from '#core/money.ts'
import { formatInteger } from '#core/pluralize.ts'
import type { ProfitFigures } from '#core/profit/figures.ts'
import { hasFigures, NOT_ASSIGNED, PROFIT_VIEWS, type Profit } from '#core/profit/profit.ts'
import {
  FigureCell,
  FigureTable,
  Row,
  TABLE_FRAME,
  TableCell,
  TotalRow,
} from '#web/settlements/figures/figure-table.tsx'
import { Money } from '#web/settlements/figures/figures.tsx'
import { RowToggle } from '#web/settlements/figures/row-toggle.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { SidewaysScroll } from '#web/ui/sideways-scroll.tsx'
import { Bar } from './bar.tsx'
import { formatPercent, formatPerMile } from './format.ts'
import { loadsPathOf } from './loads-path.ts'
import { RowDetails } from './row-details.tsx'

const FIRST_FIGURE = 1
/** The rows that are shown before the button for all: a browser is slow with thousands. */
const SHOWN_ROWS = 100

const HEADS = [
  ...['Gross', 'Loads', 'Loaded mi', 'Empty mi', 'All mi', '$ / loaded mi', '$ / mi'],
  ...['Deadhead', 'Margin', 'Margin %'],
]

/**
 * On a tablet without loaded and empty miles and dollars a loaded mile, on a phone also without loads, all miles and deadhead: the row's
 * details have them.
 */
const NARROW = classes(
  'max-lg:[&_:is(td,th):is(:nth-child(4),:nth-child(5),:nth-child(7))]:hidden!',
  'max-sm:[&_:is(td,th):is(:nth-child(3),:nth-child(6),:nth-child(9))]:hidden!',
)

/** One line for each row of the view, what is not assigned, and the total. A click on a name opens what is behind it. */
export function ProfitTable({ profit }: { profit: Profit }) {
  const { by, from, to, rows, notAssigned, total } = profit
  const [open, setOpen] = useState<string | null>(null)
  const [isWhole, setWhole] = useState(false)
  const title = PROFIT_VIEWS.find(({ value }) => value === by)?.label ?? by
  const all = [
    ...rows,
    ...(hasFigures(notAssigned)
      ? [{ key: NOT_ASSIGNED, label: 'Not assigned', ...notAssigned }]
      : []),
  ]
  // What is not assigned is never hidden, so that the lines and the button explain the total.
  const shown = isWhole ? all : all.filter(({ key }, at) => at < SHOWN_ROWS || key === NOT_ASSIGNED)
  const hidden = all.length - shown.length
  return (
    <div className="grid gap-3">
      <SidewaysScroll
        className={classes(TABLE_FRAME, 'max-2xl:[&_td]:px-2 max-2xl:[&_th]:px-2', NARROW)}
      >
        <FigureTable
          caption={`Profit by ${title.toLowerCase()}, ${formatDay(from)} to ${formatDay(to)}`}
          heads={[title, ...HEADS]}
          firstFigure={FIRST_FIGURE}
        >
          {shown.map((row) => (
            <Fragment key={row.key}>
              <Row>
                <TableCell label={title} className="wrap-anywhere sm:min-w-28">
                  <RowToggle
                    label={row.label}
                    isOpen={open === row.key}
                    onToggle={() => setOpen(open === row.key ? null : row.key)}
                  />
                </TableCell>
                <FigureCells
                  figures={row}
                  before={profit.before}
                  path={loadsPathOf(profit, row, row.key)}
                  onOpen={() => setOpen(row.key)}
                />
              </Row>
              {open === row.key && (
                <tr>
                  <td colSpan={HEADS.length + 1} className="p-0">
                    <RowDetails query={{ by, from, to }} row={row} />
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
          <TotalRow title="Total" firstFigure={FIRST_FIGURE}>
            <FigureCells figures={total} before={profit.before} path={loadsPathOf(profit, total)} />
          </TotalRow>
        </FigureTable>
      </SidewaysScroll>
      {hidden > 0 && (
        <Button variant="secondary" className="justify-self-start" onClick={() => setWhole(true)}>
          Show {formatInteger(hidden)} More
        </Button>
      )}
    </div>
  )
}

type FigureCellsProps = {
  figures: ProfitFigures
  before: Profit['before']
  /** The list of the loads; null if only the details have them, or several lists. */
  path: string | null
  onOpen?: () => void
}

/** The figures in the order of `HEADS`. The sums open what is behind them. */
function FigureCells({ figures, before, path, onOpen }: FigureCellsProps) {
  const { gross, loads, miles, emptyMiles, allMiles, margin } = figures
  const texts: ReactNode[] = [
    <Behind key="gross" path={path} onOpen={onOpen} isStop>
      <Money cents={toCents(gross)} />
    </Behind>,
    <Behind key="loads" path={path} onOpen={onOpen}>
      {formatInteger(loads)}
    </Behind>,
    ...[miles, emptyMiles, allMiles].map((distance, at) => (
      <Behind key={at} path={path} onOpen={onOpen}>
        {formatMiles(distance)}
      </Behind>
    )),
    formatPerMile(figures.perLoadedMile),
    <Bar
      key="mile"
      value={toNumber(figures.perMile)}
      before={toNumber(before.perMile)}
      title={`13 weeks before: ${formatPerMile(before.perMile)} a mile`}
    >
      {formatPerMile(figures.perMile)}
    </Bar>,
    formatPercent(figures.deadhead),
    <Behind key="margin" path={onOpen ? null : path} onOpen={onOpen}>
      <Money cents={toCents(margin)} />
    </Behind>,
    <Bar
      key="percent"
      value={figures.marginPercent}
      before={before.marginPercent}
      title={`13 weeks before: ${formatPercent(before.marginPercent)}`}
    >
      {formatPercent(figures.marginPercent)}
    </Bar>,
  ]
  return texts.map((text, at) => (
    <FigureCell key={HEADS[at]} label={HEADS[at] ?? ''}>
      {text}
    </FigureCell>
  ))
}

type BehindProps = {
  path: string | null
  onOpen: (() => void) | undefined
  /** One figure of a row is a tab stop: the others open the same. */
  isStop?: boolean
  children: ReactNode
}

/** A figure that opens the list of loads, or the details of its row. */
function Behind({ path, onOpen, isStop = false, children }: BehindProps) {
  const tabIndex = isStop ? undefined : -1
  if (path !== null)
    return (
      <Link to={path} tabIndex={tabIndex} className="hit-area justify-end hover:underline">
        {children}
      </Link>
    )
  if (!onOpen) return children
  return (
    <button
      type="button"
      tabIndex={-1}
      className="hit-area justify-end hover:underline"
      onClick={onOpen}
    >
      {children}
    </button>
  )
}

function formatMiles(distance: Amount): string {
  return formatQuantity(distance)
}

/** For the length of a bar only. */
function toNumber(rate: Amount | null): number | null {
  return rate === null ? null : Number(rate)
}
