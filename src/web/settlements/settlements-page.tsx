/** The screen that settles a truck's pay day (SPEC A2, A4, A5, B26–B33). */
import { useState } from 'react'
import { Link } from 'react-router'
import { Page } from '#web/ui/page.tsx'
import { BalancesCard } from './balances-card.tsx'
import { useChosen } from './chosen.ts'
import { DriftNotice } from './drift-notice.tsx'
import { ExpensesCard } from './expenses-card.tsx'
import { DiscardDialog } from '#web/ui/leave-guard.tsx'
import { useUnsaved } from '#web/ui/unsaved.ts'
import { FrozenDrift } from './frozen-drift.tsx'
import { LifeCard } from './life-card.tsx'
import { LoadsCard } from './loads-card.tsx'
import { ParametersCard } from './parameters-card.tsx'
import { PdfButton } from './pdf-button.tsx'
import { SettlementConflict } from './settlement-conflict.tsx'
import { SummaryCard } from './summary-card.tsx'
import { VoidStatements } from './void-statements.tsx'
import { WaitingNotice } from './waiting-notice.tsx'
import { useLines } from './use-lines.ts'
import { useSaveSettlement } from './use-save-settlement.ts'
import { useSettlementForm } from './use-settlement-form.ts'
import { useSheet } from './use-sheet.ts'

const WHAT = 'this settlement'

const LINK = 'hit-area text-sm font-medium text-accent-strong underline'

export function SettlementsPage() {
  const { choose, ...chosen } = useChosen()
  const { sheet, preview, take, load, loading } = useSheet(chosen)
  const { form, refuse } = useSettlementForm(sheet)
  const { saving, save, conflict, setConflict } = useSaveSettlement({
    sheet,
    take,
    onRefused: refuse,
  })
  const { lines, takeLines } = useLines(sheet?.billing ?? null, take)
  const [reloading, setReloading] = useState(false)
  const changed = sheet !== null && form.formState.isDirty
  useUnsaved(changed, WHAT)

  return (
    <Page
      title="Settlements"
      description="For a truck and a settlement date: what its loads earned, less its expenses."
      actions={
        <nav aria-label="Settlements" className="flex flex-wrap gap-4">
          <Link className={LINK} to="/settlements/run">
            Pay day
          </Link>
          <Link className={LINK} to="/settlements/year">
            Owners&apos; year
          </Link>
          <Link className={LINK} to="/settlements/history">
            Settlement history
          </Link>
        </nav>
      }
    >
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid min-w-0 gap-5 xl:col-start-1">
          <ParametersCard
            chosen={chosen}
            onChoose={choose}
            onLoad={() => (changed ? setReloading(true) : load())}
            loading={loading}
          />
          {sheet && preview && (
            <DriftNotice {...{ sheet, preview, lines, take }} onConflict={setConflict} />
          )}
          {chosen.truckId !== null && (
            <>
              <WaitingNotice truckId={chosen.truckId} onLines={takeLines} />
              <FrozenDrift truckId={chosen.truckId} onLines={takeLines} />
            </>
          )}
          {sheet && preview && (
            <LifeCard billing={sheet.billing} onAnew={load} {...{ preview, changed, take }} />
          )}
          {sheet && <VoidStatements statements={preview?.voided ?? []} />}
        </div>
        <div className="xl:sticky xl:top-18 xl:col-start-2 xl:row-span-2 xl:row-start-1">
          <SummaryCard {...{ chosen, sheet, preview }} control={form.control} />
        </div>
        <div className="grid min-w-0 gap-5 xl:col-start-1">
          {sheet && preview?.loads && (
            <LoadsCard loads={preview.loads} settlementDate={sheet.settlementDate} />
          )}
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
