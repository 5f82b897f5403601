/** The screen that settles a truck's pay day (SPEC A2, A4, A5, B26–B33). */
import { useState } from 'react'
import { FailedRead } from '#web/ui/failed.tsx'
import { DiscardDialog } from '#web/ui/leave-guard.tsx'
import { Page } from '#web/ui/page.tsx'
import { useUnsaved } from '#web/ui/unsaved.ts'
import { BalancesCard } from './balances-card.tsx'
import { useChosen } from './chosen.ts'
import { ExpensesCard } from './expenses-card.tsx'
import { LoadsCard } from './loads-card.tsx'
import { ParametersCard } from './parameters-card.tsx'
import { PdfButton } from './pdf-button.tsx'
import { SettlementConflict } from './settlement-conflict.tsx'
import { SettlementLinks } from './settlement-links.tsx'
import { SettlementNotices } from './settlement-notices.tsx'
import { SummaryCard } from './summary-card.tsx'
import { useLines } from './use-lines.ts'
import { useSaveSettlement } from './use-save-settlement.ts'
import { useSettlementForm } from './use-settlement-form.ts'
import { useSheet } from './use-sheet.ts'

const WHAT = 'this settlement'

export function SettlementsPage() {
  const { choose, ...chosen } = useChosen()
  const { sheet, preview, take, load, loading } = useSheet(chosen)
  const { form, refuse } = useSettlementForm(sheet)
  const { saving, save, conflict, setConflict } = useSaveSettlement({
    sheet,
    take,
    onRefused: refuse,
  })
  const { lines, linesFailed, readLines, takeLines } = useLines(sheet?.billing ?? null, take)
  const [reloading, setReloading] = useState(false)
  const changed = sheet !== null && form.formState.isDirty
  useUnsaved(changed, WHAT)

  return (
    <Page
      title="Settlements"
      description="For a truck and a settlement date: what its loads earned, less its expenses."
      actions={<SettlementLinks />}
    >
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid min-w-0 gap-5 xl:col-start-1">
          <ParametersCard
            chosen={chosen}
            onChoose={choose}
            onLoad={() => (changed ? setReloading(true) : load())}
            loading={loading}
          />
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
          {linesFailed && <FailedRead error={linesFailed} onRetry={readLines} />}
          <ExpensesCard
            {...{ sheet, form, saving, lines }}
            onLines={takeLines}
            onSave={(values) => save(values)}
          >
            <PdfButton sheet={sheet} changed={changed} />
          </ExpensesCard>
          {sheet?.billing && <BalancesCard billing={sheet.billing} onLines={takeLines} />}
        </div>
      </div>
      <DiscardDialog
        what={WHAT}
        open={reloading}
        onKeep={() => setReloading(false)}
        onDiscard={() => {
          setReloading(false)
          load()
        }}
      />
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
