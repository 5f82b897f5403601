/** The Settlements screen: one truck and settlement date (SPEC A2, A4, A5, B26–B33). */
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { type Day, formatDay } from '#core/calendar.ts'
import { toCents } from '#core/money.ts'
import { netPayment, settlementFields, totalExpenses } from '#core/settlements/settlement.ts'
import { useMay } from '#web/api/may.tsx'
import { CommentThread } from '#web/comments/thread.tsx'
import { PdfButton } from '#web/settlements/approval/pdf-button.tsx'
import { Money } from '#web/settlements/figures/figures.tsx'
import { EXPENSES_FORM, readDraft } from '#web/settlements/lines/draft.ts'
import { ExpensesCard } from '#web/settlements/lines/expenses-card.tsx'
import { settlementDatesQuery } from '#web/settlements/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Labeled } from '#web/ui/inputs/labeled.tsx'
import { Select } from '#web/ui/inputs/select.tsx'
import { Page } from '#web/ui/page.tsx'
import { useMedia } from '#web/ui/use-media.ts'
import { BalancesCard } from './balances-card.tsx'
import { getRevenue, isFrozen } from './loaded-settlement.ts'
import { LoadsCard } from './loads-card.tsx'
import { SettlementNotices } from './settlement-notices.tsx'
import { SettlementProvider } from './settlement-provider.tsx'
import { SummaryCard } from './summary-card.tsx'
import { TruckPicker } from './truck-picker.tsx'
import { useSettlement } from './use-settlement.ts'

export function SettlementsPage() {
  return (
    <Page
      title="Settlements"
      description="Gross revenue less deductions, by truck and settlement date."
    >
      <SettlementProvider>
        {/* Not a grid: its rows would limit where the totals and the buttons stay in view. */}
        <div className="min-w-0">
          <LiveTotals />
          <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_20rem]">
            <div className="grid min-w-0 gap-5 xl:col-start-1">
              <ParametersCard />
              <SettlementNotices />
            </div>
            <div className="xl:sticky xl:top-18 xl:col-start-2 xl:row-span-2 xl:row-start-1">
              <SummaryCard />
            </div>
            <div className="grid min-w-0 gap-5 xl:col-start-1">
              <LoadsCard />
              <ExpensesCard />
              <BalancesCard />
              <SettlementComments />
            </div>
          </div>
          <ActionBar />
        </div>
      </SettlementProvider>
    </Page>
  )
}

/** The comments of the saved settlement. */
function SettlementComments() {
  const billing = useSettlement().loaded?.billing
  return billing ? <CommentThread key={billing.id} kind="billing" id={billing.id} /> : null
}

function ParametersCard() {
  const { load, loading } = useSettlement()
  return (
    <Card title="Settlement Parameters" description="Choose a truck and settlement date.">
      <div className="grid items-start gap-4 sm:grid-cols-2 xl:grid-cols-[1fr_1fr_auto]">
        <TruckPicker />
        <DateSelect />
        <Button className="sm:justify-self-start xl:mt-6" onClick={load}>
          {loading ? 'Loading...' : 'Load Settlement Data'}
        </Button>
      </div>
    </Card>
  )
}

/**
 * The buttons of the settlement, in view at any scroll position (SPEC A2, C57). On a low screen they scroll with the page,
 * because a phone's keyboard leaves too little room.
 */
function ActionBar() {
  const { loaded, saving } = useSettlement()
  const mayChange = useMay('payroll')
  return (
    <div
      role="group"
      aria-label="Settlement actions"
      data-floating
      className="sticky bottom-0 z-20 -mx-4 -mb-4 mt-5 flex flex-wrap items-center gap-2 border-t border-line bg-surface px-4 py-2 max-sm:gap-1.5 max-sm:px-2 max-sm:[&_button]:px-2.5 max-sm:[&_button]:text-[0.8125rem] md:-mx-5 md:px-5 print:hidden [@media(height<30rem)]:static"
    >
      {mayChange && !isFrozen(loaded) && (
        <Button type="submit" form={EXPENSES_FORM} disabled={loaded === null}>
          {saving ? 'Saving...' : `${loaded?.billing ? 'Update' : 'Save'} Settlement Data`}
        </Button>
      )}
      <PdfButton />
    </div>
  )
}

/** Below this width the Summary card is above the form, instead of beside it. */
const SUMMARY_ABOVE = '(width < 80rem)'

/** The three totals below the top bar, in view while a person types (SPEC A5, C57). */
function LiveTotals() {
  const { loaded, preview, form } = useSettlement()
  const expenses = readDraft(useWatch({ control: form.control }))
  const isShown = useMedia(SUMMARY_ABOVE)
  if (!isShown || !loaded || !preview) return null
  const revenue = getRevenue(loaded, preview)
  return (
    <dl
      aria-label="Current totals"
      data-floating
      className="sticky top-12 z-20 -mx-4 mb-5 flex flex-wrap justify-between gap-x-3 border-b border-line bg-surface px-4 py-1 text-sm tabular-nums md:-mx-5 sm:justify-end sm:gap-x-8 md:px-5 print:hidden"
    >
      <Total label="Total Revenue">
        <Money cents={toCents(revenue)} />
      </Total>
      <Total label="Total Expenses">
        <Money cents={totalExpenses(expenses)} />
      </Total>
      <Total label="Net Payment">
        <strong>
          <Money cents={netPayment(revenue, expenses)} />
        </strong>
      </Total>
    </dl>
  )
}

function Total({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-muted">{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

const NO_DATES =
  "No loads on this truck have a settlement date. Set it on the load's Financial tab."

/** The settlement dates of the chosen truck's loads, newest first (SPEC A2). */
function DateSelect() {
  const { parameters, choose } = useSettlement()
  const { truckId, settlementDate } = parameters
  const dates = useQuery(settlementDatesQuery(truckId))
  const options = withChosen(dates.data ?? [], settlementDate)
  return (
    <Labeled
      label={settlementFields.settlementDate.label}
      name="settlementDate"
      hint={dates.data?.length === 0 ? NO_DATES : undefined}
      error={dates.isError ? `Couldn't load settlement dates: ${dates.error.message}` : undefined}
    >
      {(aria) => (
        <Select
          {...aria}
          name="settlementDate"
          disabled={truckId === null}
          value={settlementDate ?? ''}
          onChange={(value) => choose({ truckId, settlementDate: value === '' ? null : value })}
          options={options.map((date) => ({ value: date, label: formatDay(date) }))}
          placeholder={datePlaceholder(truckId, dates.data)}
        />
      )}
    </Labeled>
  )
}

function datePlaceholder(truckId: number | null, dates: Day[] | undefined): string {
  if (truckId === null) return 'Select a truck first'
  if (!dates) return 'Loading...'
  return dates.length === 0 ? 'No settlement dates available' : 'Select settlement date'
}

/** A date from the URL stays an option even if no load has it: its settlement may be saved. */
function withChosen(dates: Day[], settlementDate: Day | null): Day[] {
  if (settlementDate === null || dates.includes(settlementDate)) return dates
  return [...dates, settlementDate].sort().reverse()
}
