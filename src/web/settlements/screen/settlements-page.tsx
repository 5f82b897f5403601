/** The Settlements screen: one truck and settlement date (SPEC A2, A4, A5, B26–B33). */
import { CommentThread } from '#web/comments/thread.tsx'
import { ExpensesCard } from '#web/settlements/lines/expenses-card.tsx'
import { Page } from '#web/ui/page.tsx'
import { ActionBar } from './action-bar.tsx'
import { BalancesCard } from './balances-card.tsx'
import { LiveTotals } from './live-totals.tsx'
import { LoadsCard } from './loads-card.tsx'
import { ParametersCard } from './parameters-card.tsx'
import { SettlementLinks } from './settlement-links.tsx'
import { SettlementNotices } from './settlement-notices.tsx'
import { SettlementProvider } from './settlement-provider.tsx'
import { SummaryCard } from './summary-card.tsx'
import { useSettlement } from './use-settlement.ts'

export function SettlementsPage() {
  return (
    <Page
      title="Settlements"
      description="Gross revenue less deductions, by truck and settlement date."
      actions={<SettlementLinks />}
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
