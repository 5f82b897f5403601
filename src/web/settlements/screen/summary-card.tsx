import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { formatDay } from '#core/calendar.ts'
import { type Cents, toCents } from '#core/money.ts'
import type { SettlementPreview } from '#core/settlements/preview.ts'
import { netPayment, totalExpenses, type YearToDate } from '#core/settlements/settlement.ts'
import { today } from '#web/api/today.ts'
import { Figure, Figures, Money, noteExtraPay } from '#web/settlements/figures/figures.tsx'
import { type Draft, readDraft } from '#web/settlements/lines/draft.ts'
import { previewQuery } from '#web/settlements/queries.ts'
import { Card } from '#web/ui/card.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { getExtraPay, getRevenue, type LoadedSettlement } from './loaded-settlement.ts'
import { useSettlement } from './use-settlement.ts'

/** The totals of this settlement, updated with each keystroke, and of the truck's year (SPEC A2, A5). */
export function SummaryCard() {
  const { parameters, loaded, preview, form } = useSettlement()
  const draft = useWatch({ control: form.control })
  return (
    <Card title="Summary">
      <Figures title="Current Period" description={formatPeriod(preview)}>
        {loaded && preview ? (
          <CurrentPeriod loaded={loaded} preview={preview} draft={draft} />
        ) : (
          <EmptySummary />
        )}
      </Figures>
      {parameters.truckId !== null && <YearToDateFigures truckId={parameters.truckId} />}
    </Card>
  )
}

type CurrentPeriodProps = {
  loaded: LoadedSettlement
  preview: SettlementPreview
  draft: Partial<Draft>
}

function CurrentPeriod({ loaded, preview, draft }: CurrentPeriodProps) {
  const amounts = readDraft(draft)
  const revenue = getRevenue(loaded, preview)
  const net = netPayment(revenue, amounts)
  const extraPay = toCents(getExtraPay(loaded))
  const expenses = totalExpenses(amounts)
  const total = (
    <Figure label="Total Expenses" {...noteExtraPay(extraPay)}>
      <Money cents={expenses} />
    </Figure>
  )
  return (
    <>
      <Figure label="Total Revenue" by={loaded.billing ? 'saved' : 'from loads'}>
        <Money cents={toCents(revenue)} />
      </Figure>
      {extraPay === 0n ? (
        total
      ) : (
        <>
          <Figure label="Extra Pay">
            <Money cents={extraPay} />
          </Figure>
          <Figure label="Gross Pay" by="revenue and extra pay">
            <Money cents={toCents(revenue) + extraPay} />
          </Figure>
          <Figure label="Deductions" by="gross pay less deductions is the net">
            <Money cents={expenses + extraPay} />
          </Figure>
        </>
      )}
      <Figure
        label="Net Payment"
        {...(net < 0n && { by: 'Negative net: deductions exceed revenue.' })}
        strong
      >
        <Money cents={net} />
      </Figure>
      {extraPay !== 0n && total}
      <Figure label="Loads" by={`settlement date ${formatDay(loaded.settlementDate)}`}>
        {(preview.loadCount ?? 0).toLocaleString('en-US')}
      </Figure>
    </>
  )
}

function EmptySummary() {
  return ['Total Revenue', 'Total Expenses', 'Net Payment', 'Loads'].map((label) => (
    <Figure key={label} label={label} strong={label === 'Net Payment'}>
      <Money cents={null} />
    </Figure>
  ))
}

function formatPeriod(preview: SettlementPreview | undefined): string {
  if (!preview?.startDate || !preview.endDate)
    return 'By settlement date. Load the settlement data to see totals.'
  return `By settlement date. Week of ${formatDay(preview.startDate)} to ${formatDay(preview.endDate)}.`
}

function describeExpenses(extraPay: Cents): string {
  const { by } = noteExtraPay(extraPay)
  return ['by settlement date', by].filter(Boolean).join(', ')
}

/** The chosen truck's calendar year. Each figure names the date it is based on (SPEC A5, B32). */
function YearToDateFigures({ truckId }: { truckId: number }) {
  const { data, isError, error, refetch } = useQuery(previewQuery(truckId, null))
  if (isError) return <LoadError error={error} onRetry={() => void refetch()} />
  const year = data?.yearToDate
  const cents = (name: Exclude<keyof YearToDate, 'loads'>) => (year ? toCents(year[name]) : null)
  return (
    <Figures
      title="Year-to-Date"
      description={`This truck, ${today().slice(0, 4)} (saved data only)`}
    >
      <Figure label="YTD Revenue" by="by delivery date">
        <Money cents={cents('revenue')} />
      </Figure>
      <Figure label="YTD Expenses" by={describeExpenses(cents('extraPay') ?? 0n)}>
        <Money cents={cents('expenses')} />
      </Figure>
      <Figure label="YTD Net" by="revenue less expenses" strong>
        <Money cents={cents('net')} />
      </Figure>
      <Figure label="Total Loads" by="delivered this year">
        {year ? year.loads.toLocaleString('en-US') : '–'}
      </Figure>
    </Figures>
  )
}
