/** The screen that settles a truck's pay day (SPEC A2, A4, A5, B26–B33). */
import { useConfirmLeave } from '#web/records/form/use-confirm-leave.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Page } from '#web/ui/page.tsx'
import { BalancesCard } from './balances-card.tsx'
import { useSettlementParameters } from './chosen.ts'
import { DeductionsButton } from '#web/settlements/lines/deductions-button.tsx'
import { ExpensesCard } from '#web/settlements/lines/expenses-card.tsx'
import { LoadsCard } from './loads-card.tsx'
import { ParametersCard } from './parameters-card.tsx'
import { PdfButton } from '#web/settlements/approval/pdf-button.tsx'
import { SettlementConflict } from './settlement-conflict.tsx'
import { SettlementLinks } from './settlement-links.tsx'
import { SettlementNotices } from './settlement-notices.tsx'
import { SummaryCard } from './summary-card.tsx'
import { useLines } from '#web/settlements/lines/use-lines.ts'
import { useSaveSettlement } from '#web/settlements/lines/use-save-settlement.ts'
import { useSettlementForm } from '#web/settlements/lines/use-settlement-form.ts'
import { useLoadedSettlement } from './use-sheet.ts'

export function SettlementsPage() {
  const { choose, ...chosen } = useSettlementParameters()
  const { sheet, preview, take, load, loading } = useLoadedSettlement(chosen)
  const { form, refuse } = useSettlementForm(sheet)
  const { saving, save, conflict, setConflict } = useSaveSettlement({
    sheet,
    take,
    onRefused: refuse,
  })
  const { lines, linesFailed, readLines, takeLines } = useLines(sheet?.billing ?? null, take)
  const changed = sheet !== null && form.formState.isDirty
  const { leave: loadAnew, question } = useConfirmLeave({
    changed,
    what: 'this settlement',
    onLeave: load,
  })

  return (
    <Page
      title="Settlements"
      description="For a truck and a settlement date: what its loads earned, less its expenses."
      actions={<SettlementLinks />}
    >
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid min-w-0 gap-5 xl:col-start-1">
          <ParametersCard chosen={chosen} onChoose={choose} onLoad={loadAnew} loading={loading} />
          <SettlementNotices
            {...{ chosen, sheet, preview, lines, changed, take, load }}
            onLines={takeLines}
            onConflict={setConflict}
          />
        </div>
        <div className="xl:sticky xl:top-18 xl:col-start-2 xl:row-span-2 xl:row-start-1">
          <SummaryCard {...{ chosen, sheet, preview }} control={form.control} />
        </div>
        <div className="grid min-w-0 gap-5 xl:col-start-1">
          {sheet && preview?.loads && (
            <LoadsCard loads={preview.loads} settlementDate={sheet.settlementDate} />
          )}
          {linesFailed && <LoadError error={linesFailed} onRetry={readLines} />}
          <ExpensesCard
            {...{ sheet, form, saving, lines }}
            onLines={takeLines}
            onSave={(values) => save(values)}
          >
            <PdfButton sheet={sheet} changed={changed} />
            {sheet && preview && (
              <DeductionsButton {...{ sheet, preview, lines, take }} onConflict={setConflict} />
            )}
          </ExpensesCard>
          {sheet?.billing && <BalancesCard billing={sheet.billing} onLines={takeLines} />}
        </div>
      </div>
      {question}
      {conflict && (
        <SettlementConflict
          theirs={conflict}
          form={form}
          take={take}
          onOverwrite={save}
          onClose={() => setConflict(null)}
        />
      )}
    </Page>
  )
}
