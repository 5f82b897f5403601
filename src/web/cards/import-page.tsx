import { CircleAlert, CircleCheck } from 'lucide-react'
import { useId } from 'react'
import { useNavigate } from 'react-router'
import { PROVIDERS, type Provider } from '#core/cards/cards.ts'
import {
  APPROVED_WEEKS,
  NEGATIVE,
  type PurchaseCheck,
  type PurchasesImported,
} from '#core/cards/imports.ts'
import { formatMoney, toCents } from '#core/money.ts'
import { pluralize } from '#core/pluralize.ts'
import { SHEET_FILES } from '#core/transfer/workbook.ts'
import { DayOrderChoice } from '#web/transfer/day-order-choice.tsx'
import { RadioChoice } from '#web/transfer/radio-choice.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { FileInput } from '#web/ui/inputs/file-input.tsx'
import { Labeled } from '#web/ui/inputs/labeled.tsx'
import { Select } from '#web/ui/inputs/select.tsx'
import { QuestionDialog } from '#web/ui/overlays/question-dialog.tsx'
import { toast } from '#web/ui/overlays/toast.tsx'
import { Page } from '#web/ui/page.tsx'
import { CheckedFile } from './checked-file.tsx'
import { MatchedColumns } from './matched-columns.tsx'
import { useCardFile } from './use-card-file.ts'

/** Imports a file of a card company. Nothing is stored before it is saved (SPEC C562, C563). */
export function ImportPage() {
  const navigate = useNavigate()
  const card = useCardFile((saved) => {
    const conflicts = '/fuel-and-tolls?pile=conflict'
    const decide = { label: 'Show Conflicts', run: () => void navigate(conflicts) }
    // With its button the toast stays: what it says is stored nowhere.
    if (saved.held) toast(describeSaved(saved), describeHeld(saved.held), decide)
    else toast(describeSaved(saved))
    void navigate(saved.waiting ? '/fuel-and-tolls?pile=waiting' : '/fuel-and-tolls')
  })
  const { result, checking, saving } = card
  return (
    <Page
      title="Import Card File"
      description="The file of a fuel card or toll company, as CSV or Excel. You see what it has before anything is saved."
    >
      <Card title="File">
        <ChooseFile card={card} />
        {result?.asksProvider && (
          <Labeled label="Whose file is it?" name="provider">
            {(aria) => (
              <Select
                {...aria}
                value={result.provider}
                options={PROVIDERS}
                onChange={(provider) => card.change({ provider: provider as Provider })}
              />
            )}
          </Labeled>
        )}
        {result && (
          <DayOrderChoice
            key={card.name}
            asBefore={result.daysAsBefore}
            days={result.days}
            onChoose={(days) => card.change({ days })}
          />
        )}
        {result && (
          <>
            <Ready result={result} />
            <Negative card={card} />
            <ApprovedWeeks card={card} />
            <Button
              className="justify-self-start"
              disabled={!canSave(result) || !isAnswered(card) || checking || saving.busy}
              onClick={card.save}
            >
              {saving.busy ? 'Saving...' : describeSave(result)}
            </Button>
            {saving.failure && (
              <p role="alert" className="text-sm font-medium text-danger-ink">
                {saving.failure}
              </p>
            )}
          </>
        )}
      </Card>
      {result?.columns && (
        <MatchedColumns result={result} onMatch={(columns) => card.change({ columns })} />
      )}
      {result && <CheckedFile result={result} />}
      <QuestionDialog request={saving} title="Import anyway?" label="Import" />
    </Page>
  )
}

function ChooseFile({ card }: { card: ReturnType<typeof useCardFile> }) {
  const id = useId()
  const { name, checking, error } = card
  return (
    <div className="grid gap-2">
      <label htmlFor={id} className="text-sm font-medium">
        CSV file or Excel workbook
      </label>
      <FileInput
        id={id}
        accept={SHEET_FILES}
        aria-invalid={error !== null}
        aria-describedby={`${id}-state`}
        onChoose={(file) => void card.choose(file)}
      />
      <div id={`${id}-state`} aria-live="polite" className="text-sm">
        {checking && <p className="text-muted">Checking {name}...</p>}
        {error && !checking && <p className="font-medium text-danger-ink">{error.message}</p>}
        {!name && (
          <p className="text-muted">
            EFS and TCH, Comdata, Pilot Flying J and E-ZPass New York are recognized. Of any other
            file you say once which column is which.
          </p>
        )}
      </div>
    </div>
  )
}

/** Amounts below 0, if most are (SPEC C562). */
function Negative({ card }: { card: ReturnType<typeof useCardFile> }) {
  const found = card.result?.negative
  if (!found) return null
  return (
    <RadioChoice
      legend="Most amounts of the file are below 0"
      options={NEGATIVE}
      chosen={found === 'unknown' ? undefined : found}
      onChoose={(negative) => card.change({ negative })}
    />
  )
}

/** Purchases of weeks that were settled before cards were here (SPEC C569). */
function ApprovedWeeks({ card }: { card: ReturnType<typeof useCardFile> }) {
  const found = card.result?.approvedWeeks
  if (!found) return null
  return (
    <RadioChoice
      legend={`${pluralize(found.count, 'purchase')}, ${formatMoney(toCents(found.net))} in all, ${found.count === 1 ? 'is' : 'are'} of weeks whose statements are approved`}
      options={APPROVED_WEEKS}
      chosen={card.approvedWeeks}
      onChoose={(approvedWeeks) => card.answer({ approvedWeeks })}
    />
  )
}

function isAnswered({ result, approvedWeeks }: ReturnType<typeof useCardFile>): boolean {
  if (result?.negative === 'unknown') return false
  return !result?.approvedWeeks || approvedWeeks !== undefined
}

/** The layout, and what a save would do. */
function Ready({ result }: { result: PurchaseCheck }) {
  const { layout, missing, piles } = result
  if (missing.length)
    return (
      <p role="status" className="flex gap-2 rounded-md bg-waiting-soft p-3 text-sm text-waiting">
        <CircleAlert aria-hidden className="size-4 shrink-0" />
        {`Say below which column is the ${missing.map((label) => label.toLowerCase()).join(' and the ')}.`}
      </p>
    )
  const texts = [
    `${piles.ready} ready`,
    piles.waiting && `${piles.waiting} without a truck`,
    piles.conflict && `${piles.conflict} with other figures than here`,
    piles.same && `${piles.same} here already`,
  ].filter(Boolean)
  return (
    <p role="status" className="flex gap-2 rounded-md bg-good-soft p-3 text-sm text-good">
      <CircleCheck aria-hidden className="size-4 shrink-0" />
      {`${layout ?? 'Columns as matched below'}: ${texts.join(', ')}.`}
    </p>
  )
}

function canSave({ missing, piles }: PurchaseCheck): boolean {
  return !missing.length && piles.ready + piles.waiting + piles.conflict > 0
}

function describeSave(result: PurchaseCheck): string {
  const { ready, waiting, conflict } = result.piles
  const added = ready + waiting
  if (!added && conflict) return `Save ${pluralize(conflict, 'Conflict')}`
  return added ? `Save ${pluralize(added, 'Purchase')}` : 'Nothing to Save'
}

function describeSaved({
  imported,
  waiting,
  chargedBefore,
  conflicts,
  same,
}: PurchasesImported): string {
  return [
    `${pluralize(imported, 'purchase')} saved.`,
    waiting && `${pluralize(waiting, 'purchase')} without a truck.`,
    chargedBefore && `${pluralize(chargedBefore, 'purchase')} charged before.`,
    conflicts && `${pluralize(conflicts, 'conflict')} to decide.`,
    same && `${pluralize(same, 'row')} ${same === 1 ? 'is' : 'are'} here already.`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** Of a purchase whose day is not decided yet, the file's figures are not stored (SPEC C570). */
function describeHeld(held: number): string {
  return held === 1
    ? '1 row has new figures for a purchase with an open question. Decide it, then import this file again.'
    : `${held} rows have new figures for purchases with open questions. Decide them, then import this file again.`
}
