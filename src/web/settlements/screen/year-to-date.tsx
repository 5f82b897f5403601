import { useQuery } from '@tanstack/react-query'
import { toCents, type Cents } from '#core/money.ts'
import type { YearToDate } from '#core/settlements/settlement.ts'
import { today } from '#web/api/today.ts'
import { Figure, Figures, Money, noteExtraPay } from '#web/settlements/figures/figures.tsx'
import { previewQuery } from '#web/settlements/queries.ts'
import { LoadError } from '#web/ui/load-error.tsx'

function describeExpenses(extraPay: Cents): string {
  const { by } = noteExtraPay(extraPay)
  return ['by settlement date', by].filter(Boolean).join(', ')
}

/** The chosen truck's calendar year. Each figure names the date it is based on (SPEC A5, B32). */
export function YearToDateFigures({ truckId }: { truckId: number }) {
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
