import type { ReactNode } from 'react'
import type { PurchaseCheck } from '#core/cards/imports.ts'
import { PILES } from '#core/cards/purchase-list.ts'
import { isLiquid, kindLabel } from '#core/cards/purchases.ts'
import { formatDay } from '#core/calendar.ts'
import { formatMoney, formatQuantity, toCents } from '#core/money.ts'
import { pluralize } from '#core/pluralize.ts'
import { LineNumber, LineTable } from '#web/transfer/line-table.tsx'
import { Card } from '#web/ui/card.tsx'
import { SidewaysScroll } from '#web/ui/sideways-scroll.tsx'

type OfCheck = { result: PurchaseCheck }

/** What a file has: sums beside its own total, problems, cards without a truck, rows as they will be stored (SPEC C562). */
export function CheckedFile({ result }: OfCheck) {
  return (
    <>
      {result.sums.length > 0 && <Sums result={result} />}
      {result.problemCount > 0 && <Problems result={result} />}
      {result.waiting.length > 0 && <WaitingCards result={result} />}
      {result.sample.length > 0 && <Sample result={result} />}
      {result.otherCount > 0 && <Others result={result} />}
      {result.leftOutCount + result.leftOutSheets.length > 0 && <LeftOut result={result} />}
    </>
  )
}

const dollars = (amount: string) => formatMoney(toCents(amount))
const NUMBER = 'px-3 py-1.5 text-right tabular-nums'

function Sums({ result: { sums, total } }: OfCheck) {
  const add = (name: 'retail' | 'discount' | 'net') =>
    formatMoney(sums.reduce((sum, one) => sum + toCents(one[name]), 0n))
  return (
    <Card title="Sums">
      <SidewaysScroll label="Sums by kind">
        <table className="w-full text-sm">
          <thead className="bg-head text-left">
            <tr>
              {['Kind', 'Purchases', 'Retail', 'Discount', 'Net'].map((head, at) => (
                <th
                  key={head}
                  scope="col"
                  className={at ? `${NUMBER} font-medium` : 'px-3 py-1.5 font-medium'}
                >
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sums.map(({ kind, count, retail, discount, net }) => (
              <tr key={kind} className="border-t border-line">
                <th scope="row" className="px-3 py-1.5 text-left font-normal">
                  {kindLabel(kind)}
                </th>
                <td className={NUMBER}>{count.toLocaleString('en-US')}</td>
                <td className={NUMBER}>{dollars(retail)}</td>
                <td className={NUMBER}>{dollars(discount)}</td>
                <td className={NUMBER}>{dollars(net)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot className="border-t border-line-strong font-semibold">
            <tr>
              <th scope="row" className="px-3 py-1.5 text-left">
                Total
              </th>
              <td className={NUMBER}>
                {sums.reduce((sum, { count }) => sum + count, 0).toLocaleString('en-US')}
              </td>
              <td className={NUMBER}>{add('retail')}</td>
              <td className={NUMBER}>{add('discount')}</td>
              <td className={NUMBER}>{add('net')}</td>
            </tr>
          </tfoot>
        </table>
      </SidewaysScroll>
      <TieOut total={total} />
    </Card>
  )
}

/** The rows beside the file's own total: "All of $1,234.50 is explained." */
function TieOut({ total }: Pick<PurchaseCheck, 'total'>) {
  const { title, printed, rows, unexplained, unread, others } = total
  const parts = [
    `The rows add up to ${dollars(rows)} in the column ${title}.`,
    toCents(others) !== 0n && `${dollars(others)} of it was not bought.`,
    toCents(unread) !== 0n && `${dollars(unread)} of it can’t be read.`,
    printed === null && 'The file prints no total of its own.',
  ].filter(Boolean)
  const isTied = unexplained !== null && toCents(unexplained) === 0n
  return (
    <div className="grid gap-1 text-sm">
      <p className="text-muted">{parts.join(' ')}</p>
      {printed !== null && isTied && (
        <p className="font-medium text-good">{`The file’s own total is the same: ${dollars(printed)}.`}</p>
      )}
      {printed !== null && unexplained !== null && !isTied && (
        <p role="alert" className="font-medium text-danger-ink">
          {`The file’s own total is ${dollars(printed)}: ${dollars(unexplained)} is not explained.`}
        </p>
      )}
    </div>
  )
}

function Problems({ result: { problems, problemCount } }: OfCheck) {
  return (
    <Card
      title="Rows That Can’t Be Read"
      description="They are left out. Correct the file, or import it without them."
    >
      <LineTable name="Problems" heads={['Column', 'Problem']}>
        {problems.map(({ line, column, message }, at) => (
          <tr key={at} className="border-t border-line align-top">
            <LineNumber line={line} />
            <Text>{column}</Text>
            <Text>{message}</Text>
          </tr>
        ))}
      </LineTable>
      <More count={problemCount - problems.length} />
    </Card>
  )
}

function WaitingCards({ result: { waiting } }: OfCheck) {
  return (
    <Card
      title="Whose Truck?"
      description="These cards and units are no truck’s yet. Save the file, then answer once for each card."
    >
      <ul className="grid gap-1 text-sm">
        {waiting.map(({ card, unit, driver, count, net }) => (
          <li
            key={`${card} ${unit}`}
            className="flex flex-wrap justify-between gap-x-4 border-t border-line py-1.5 first:border-t-0"
          >
            <span className="wrap-anywhere">
              {[card && `Card ${card}`, unit && `unit ${unit}`, driver]
                .filter(Boolean)
                .join(', ') || 'Neither card nor unit'}
            </span>
            <span className="text-muted tabular-nums">
              {pluralize(count, 'purchase')}, {dollars(net)}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const HEADS = ['Day', 'Truck', 'Card', 'Place', 'Kind', 'Retail', 'Discount', 'Net', 'Status']
const FIGURES: ReadonlySet<string> = new Set(['Retail', 'Discount', 'Net', 'Amount'])

function Sample({ result: { sample, rows } }: OfCheck) {
  return (
    <Card title={sample.length < rows ? 'First Rows as They Will Be Stored' : 'Rows'}>
      <LineTable name="Sample" heads={HEADS} figures={FIGURES}>
        {sample.map((row, at) => (
          <tr key={at} className="border-t border-line whitespace-nowrap">
            <LineNumber line={row.line} />
            <Text>{[formatDay(row.day), row.time].filter(Boolean).join(' ')}</Text>
            <Text>{row.truck ?? (row.unit ? `Unit ${row.unit}?` : '?')}</Text>
            <Text>{row.card}</Text>
            <Text>{row.place}</Text>
            <Text>
              {[
                kindLabel(row.kind),
                row.gallons && isLiquid(row.kind) && `${formatQuantity(row.gallons)} gal`,
              ]
                .filter(Boolean)
                .join(', ')}
            </Text>
            <td className={NUMBER}>{dollars(row.retail)}</td>
            <td className={NUMBER}>{dollars(row.discount)}</td>
            <td className={NUMBER}>{dollars(row.net)}</td>
            <Text>{PILES.find(({ value }) => value === row.pile)?.label}</Text>
          </tr>
        ))}
      </LineTable>
    </Card>
  )
}

function Others({ result: { others, otherCount } }: OfCheck) {
  return (
    <Card
      title="Rows That Are No Purchases"
      description="Payments and fees of the account, and rows that are in the file twice: they are not saved."
    >
      <LineTable name="No purchases" heads={['Row', 'Amount']} figures={FIGURES}>
        {others.map(({ line, text, amount }) => (
          <tr key={line} className="border-t border-line">
            <LineNumber line={line} />
            <Text>{text}</Text>
            <td className={NUMBER}>{dollars(amount)}</td>
          </tr>
        ))}
      </LineTable>
      <More count={otherCount - others.length} />
    </Card>
  )
}

/** Totals and notes, and sheets with other columns. */
function LeftOut({ result: { leftOut, leftOutCount, leftOutSheets } }: OfCheck) {
  return (
    <Card title="Left Out" description="Totals and notes of the file: they are not saved.">
      {leftOutSheets.length > 0 && (
        <p className="text-sm font-medium text-waiting">
          {`Import these sheets by themselves, their columns differ: ${leftOutSheets.join(', ')}.`}
        </p>
      )}
      {leftOutCount > 0 && (
        <LineTable name="Rows left out" heads={['Text']}>
          {leftOut.map(({ line, text }, at) => (
            <tr key={at} className="border-t border-line">
              <LineNumber line={line} />
              <Text>{text}</Text>
            </tr>
          ))}
        </LineTable>
      )}
      <More count={leftOutCount - leftOut.length} />
    </Card>
  )
}

/** A phone scrolls the table sideways: short texts stay in one line. */
function Text({ children }: { children: ReactNode }) {
  return <td className="min-w-24 px-3 py-1.5">{children}</td>
}

function More({ count }: { count: number }) {
  if (count <= 0) return null
  return <p className="text-sm text-muted">{`…and ${count.toLocaleString('en-US')} more`}</p>
}
