import { useQuery } from '@tanstack/react-query'
import { isExtraPay } from '#core/settlements/extra-pay.ts'
import { lineNameInCategory } from '#core/settlements/lines.ts'
import type { ReactNode } from 'react'
import { addUp, formatMoney, negate, toCents, type Amount } from '#core/money.ts'
import type { RunRow } from '#core/settlements/run/run.ts'
import { RecordLink } from '#web/records/page/record-link.tsx'
import { linesQuery, previewQuery } from '#web/settlements/queries.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

type ShownLine = { key: string; label: ReactNode; formula?: string | null; amount: Amount }

/** The loads, extra pay and deductions of a settlement in the run: they add up to its columns (SPEC C354). An unsaved settlement shows the lines that it would have. */
export function RowDetails({ row }: { row: RunRow }) {
  const preview = useQuery(previewQuery(row.truckId, row.settlementDate))
  const saved = useQuery(linesQuery(row.billing?.id ?? null))
  const failed = [preview, saved].find(({ error }) => error)
  if (failed?.error) return <LoadError error={failed.error} onRetry={() => void failed.refetch()} />
  if (!preview.data || (row.billing && !saved.data)) return <Skeleton className="h-16" />
  const loads = (preview.data.loads ?? []).map((load): ShownLine => ({
    key: String(load.id),
    label: (
      <RecordLink to="loads" id={load.id}>
        {load.loadId}
      </RecordLink>
    ),
    formula: [load.pickupCity, load.deliveryCity].filter(Boolean).join(' – '),
    amount: load.revenue,
  }))
  const lines = saved.data ?? preview.data.proposed ?? []
  const extraPay = lines.filter(isExtraPay).map((line, index): ShownLine => ({
    key: `extra ${index}`,
    label: lineNameInCategory(line),
    formula: ['Extra pay', line.formula].filter(Boolean).join(' · '),
    amount: negate(line.amount),
  }))
  const deductions = lines
    .filter((line) => !isExtraPay(line))
    .map((line, index): ShownLine => ({
      key: String(index),
      label: lineNameInCategory(line),
      formula: line.formula,
      amount: line.amount,
    }))
  return (
    <div className="left-3 grid w-full gap-4 py-2 text-left sm:sticky sm:w-[calc(100cqw-1.5rem)] md:grid-cols-2">
      <Lines title="Earnings" total="Gross" lines={[...loads, ...extraPay]} none="No loads" />
      <Lines title="Deductions" total="Total" lines={deductions} none="No deductions" />
    </div>
  )
}

type LinesProps = { title: string; total: string; lines: ShownLine[]; none: string }

function Lines({ title, total, lines, none }: LinesProps) {
  return (
    <section className="min-w-0">
      <h3 className="text-xs font-semibold text-muted">{title}</h3>
      {lines.length === 0 && <p className="text-sm text-muted">{none}</p>}
      <ul className="text-sm">
        {lines.map(({ key, label, formula, amount }) => (
          <li key={key} className="flex justify-between gap-3 border-b border-line py-1">
            <span className="min-w-0 wrap-anywhere">
              {label}
              {formula && <span className="ml-2 text-xs text-muted">{formula}</span>}
            </span>
            <span className="tabular-nums">{formatMoney(toCents(amount))}</span>
          </li>
        ))}
        {lines.length > 0 && (
          <li className="flex justify-between gap-3 py-1 font-semibold">
            <span>{total}</span>
            <span className="tabular-nums">
              {formatMoney(addUp(lines.map(({ amount }) => amount)))}
            </span>
          </li>
        )}
      </ul>
    </section>
  )
}
