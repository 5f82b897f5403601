import { useWatch, type Control } from 'react-hook-form'
import { formatDay } from '#core/calendar.ts'
import { toCents } from '#core/money.ts'
import { netPayment, totalExpenses } from '#core/settlements/settlement.ts'
import type { SettlementPreview } from '#core/settlements/preview.ts'
import { Card } from '#web/ui/card.tsx'
import type { Chosen } from './chosen.ts'
import { readDraft, type Draft, type SettlementValues } from '#web/settlements/lines/draft.ts'
import { Figure, Figures, Money } from '#web/settlements/figures/figures.tsx'
import { readRevenue, type LoadedSettlement } from './sheet.ts'
import { YearToDateFigures } from './year-to-date.tsx'

type SummaryCardProps = {
  chosen: Chosen
  sheet: LoadedSettlement | null
  preview: SettlementPreview | undefined
  control: Control<Draft, unknown, SettlementValues>
}

/** What comes out: this settlement, adding up with each key that is typed, and the truck's year (SPEC A2, A5). */
export function SummaryCard({ chosen, sheet, preview, control }: SummaryCardProps) {
  const draft = useWatch({ control })
  return (
    <Card title="Summary">
      <Figures title="Current Period" description={formatPeriod(preview)}>
        {sheet && preview ? (
          <CurrentPeriod sheet={sheet} preview={preview} draft={draft} />
        ) : (
          <EmptySummary />
        )}
      </Figures>
      {chosen.truckId !== null && <YearToDateFigures truckId={chosen.truckId} />}
    </Card>
  )
}

type CurrentPeriodProps = {
  sheet: LoadedSettlement
  preview: SettlementPreview
  draft: Partial<Draft>
}

function CurrentPeriod({ sheet, preview, draft }: CurrentPeriodProps) {
  const expenses = readDraft(draft)
  const revenue = readRevenue(sheet, preview)
  const net = netPayment(revenue, expenses)
  return (
    <>
      <Figure label="Total Revenue" by={sheet.billing ? 'as saved' : 'from the loads of this date'}>
        <Money cents={toCents(revenue)} />
      </Figure>
      <Figure label="Total Expenses">
        <Money cents={totalExpenses(expenses)} />
      </Figure>
      <Figure label="Net Payment" strong>
        <Money cents={net} />
      </Figure>
      {net < 0n && <p className="text-xs text-danger-ink">Below zero: expenses exceed revenue.</p>}
      <Figure label="Loads" by={`settled on ${formatDay(sheet.settlementDate)}`}>
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
    return 'By settlement date. Load the settlement data to see it.'
  return `By settlement date. Week of ${formatDay(preview.startDate)} to ${formatDay(preview.endDate)}.`
}
