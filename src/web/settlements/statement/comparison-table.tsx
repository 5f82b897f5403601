import { Fragment } from 'react'
import { formatMoney, formatQuantity, toCents, type Amount } from '#core/money.ts'
import type {
  ComparedPart,
  Comparison,
  ComparisonRow,
  Pair,
} from '#core/settlements/comparison/compare-statements.ts'
import { classes } from '#web/ui/classes.ts'
import { SidewaysScroll } from '#web/ui/sideways-scroll.tsx'

type ComparisonTableProps = {
  comparison: Comparison
  /** The headers of the two columns. */
  current: string
  /** Null if there is no statement to compare with. */
  previous: string | null
}

const PART_TITLES: Record<ComparedPart, string> = {
  gross: 'Gross',
  reimbursements: 'Reimbursements',
  deductions: 'Deductions',
  adjustments: 'Adjustments',
  withholding: 'Withholding',
  offsets: 'Offsets',
  carryForwards: 'Carry-Forward',
}

const CELL = 'px-3 py-1.5 max-sm:px-2'
/** On a phone the label is above its figures. */
const ROW = 'max-sm:flex max-sm:flex-wrap'
const LABEL = classes(CELL, 'text-left wrap-anywhere max-sm:basis-full max-sm:pb-0')
const FIGURE = classes(CELL, 'text-right tabular-nums whitespace-nowrap max-sm:flex-1')

/** A statement's amounts from gross to net, beside those of the previous statement. Differences are marked (SPEC C52). */
export function ComparisonTable({ comparison, current, previous }: ComparisonTableProps) {
  const { rows, gross, net } = comparison
  const heads = previous === null ? [current] : [current, previous, 'Difference']
  return (
    <SidewaysScroll>
      <table className="w-full border-collapse text-sm max-sm:block">
        <caption className="sr-only">From gross to net</caption>
        <thead className="max-sm:block">
          <tr className={classes(ROW, 'bg-head')}>
            <th scope="col" className={classes(LABEL, 'font-medium max-sm:sr-only')}>
              Item
            </th>
            {heads.map((head) => (
              <th key={head} scope="col" className={classes(FIGURE, 'font-medium')}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-sm:block">
          <CountRow label="Number of loads" {...comparison.loads} />
          <MilesRow miles={comparison.miles} />
          {groupByPart(rows).map(([part, ofPart]) => (
            <Fragment key={part}>
              {part !== 'gross' && <PartHead title={PART_TITLES[part]} width={heads.length + 1} />}
              {ofPart.map((row, index) => (
                <AmountRow key={`${row.label} ${index}`} row={row} />
              ))}
              {part === 'gross' && <TotalRow label="Gross" pair={gross} />}
            </Fragment>
          ))}
          <TotalRow label="Net" pair={net} />
        </tbody>
      </table>
    </SidewaysScroll>
  )
}

function groupByPart(rows: ComparisonRow[]): [ComparedPart, ComparisonRow[]][] {
  return [...Map.groupBy(rows, ({ part }) => part)]
}

function PartHead({ title, width }: { title: string; width: number }) {
  return (
    <tr className={ROW}>
      <th
        scope="colgroup"
        colSpan={width}
        className={classes(LABEL, 'pt-3 text-xs font-semibold text-muted')}
      >
        {title}
      </th>
    </tr>
  )
}

function AmountRow({ row }: { row: ComparisonRow }) {
  return (
    <tr className={classes(ROW, 'border-t border-line', isDifferent(row) && MARKED)}>
      <th scope="row" className={classes(LABEL, 'font-normal')}>
        {row.label}
        <Formulas row={row} />
      </th>
      <PairCells pair={row} />
    </tr>
  )
}

/** How the amount was computed. If the amount differs, also how it was computed before. */
function Formulas({ row }: { row: ComparisonRow }) {
  const { formula, previousFormula } = row
  const isRecomputed = formula !== null && previousFormula !== null && formula !== previousFormula
  const text =
    isDifferent(row) && isRecomputed
      ? `${formula} (was ${previousFormula})`
      : (formula ?? previousFormula)
  return text === null ? null : <span className="block text-xs text-muted">{text}</span>
}

function TotalRow({ label, pair }: { label: string; pair: Pair }) {
  return (
    <tr
      className={classes(
        ROW,
        'border-t-2 border-line-strong font-semibold',
        isDifferent(pair) && MARKED,
      )}
    >
      <th scope="row" className={LABEL}>
        {label}
      </th>
      <PairCells pair={pair} />
    </tr>
  )
}

function PairCells({ pair: { current, previous, difference } }: { pair: Pair }) {
  return (
    <>
      <td className={FIGURE}>{formatMoney(toCents(current))}</td>
      {previous !== null && <td className={FIGURE}>{formatMoney(toCents(previous))}</td>}
      {difference !== null && <td className={FIGURE}>{formatDifference(difference)}</td>}
    </>
  )
}

type CountRowProps = { label: string; current: number; previous: number | null }

function CountRow({ label, current, previous }: CountRowProps) {
  const isChanged = previous !== null && previous !== current
  return (
    <tr className={classes(ROW, isChanged && MARKED)}>
      <th scope="row" className={classes(LABEL, 'font-normal')}>
        {label}
      </th>
      <td className={FIGURE}>{current}</td>
      {previous !== null && (
        <>
          <td className={FIGURE}>{previous}</td>
          <td className={FIGURE}>{isChanged ? withSign(String(current - previous)) : '–'}</td>
        </>
      )}
    </tr>
  )
}

function MilesRow({ miles }: { miles: Pair }) {
  const { current, previous, difference } = miles
  return (
    <tr className={classes(ROW, 'border-t border-line', isDifferent(miles) && MARKED)}>
      <th scope="row" className={classes(LABEL, 'font-normal')}>
        Miles
      </th>
      <td className={FIGURE}>{formatQuantity(current)}</td>
      {previous !== null && <td className={FIGURE}>{formatQuantity(previous)}</td>}
      {difference !== null && (
        <td className={FIGURE}>
          {isDifferent(miles) ? withSign(formatQuantity(difference)) : '–'}
        </td>
      )}
    </tr>
  )
}

/** The color of a changed row. The difference says the same without color. */
const MARKED = 'bg-waiting-soft'

function isDifferent({ difference }: Pair): boolean {
  return difference !== null && toCents(difference) !== 0n
}

/** "+$120.00", "-$500.00", "–" for no difference. */
export function formatDifference(difference: Amount): string {
  const cents = toCents(difference)
  return cents === 0n ? '–' : withSign(formatMoney(cents))
}

function withSign(text: string): string {
  return text.startsWith('-') ? text : `+${text}`
}
