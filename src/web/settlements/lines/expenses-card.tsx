import { useQuery } from '@tanstack/react-query'
import { Controller, useWatch } from 'react-hook-form'
import { formatDay } from '#core/calendar.ts'
import { SETTLEMENT_STATUSES } from '#core/statuses.ts'
import { EXPENSE_CATEGORIES, settlementFields } from '#core/settlements/settlement.ts'
import { useMay } from '#web/api/may.tsx'
import { linesQuery } from '#web/settlements/queries.ts'
import { isFrozen, type LoadedSettlement } from '#web/settlements/screen/loaded-settlement.ts'
import { useSettlement } from '#web/settlements/screen/use-settlement.ts'
import { Card } from '#web/ui/card.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Labeled } from '#web/ui/inputs/labeled.tsx'
import { TextArea } from '#web/ui/inputs/text-input.tsx'
import { saveByKeys } from '#web/ui/shortcuts.ts'
import { CategoryField } from './category-field.tsx'
import { DeductionsButton } from './deductions-button.tsx'
import { EXPENSES_FORM, listInvalid } from './draft.ts'
import { StatementTable } from './statement-table.tsx'

/** The eleven categories and the notes; disabled until a settlement is loaded (SPEC A2, A5). */
export function ExpensesCard() {
  const { loaded, form, save } = useSettlement()
  const mayChange = useMay('payroll')
  return (
    <>
      <LinesError />
      <Card
        title="Expense Categories"
        description={describe(loaded)}
        actions={<DeductionsButton />}
      >
        {loaded?.billing && (isFrozen(loaded) || !mayChange) ? (
          <StatementTable billing={loaded.billing} />
        ) : !mayChange ? (
          <p className="text-sm text-muted">Nothing is saved for this truck and date.</p>
        ) : (
          <form
            id={EXPENSES_FORM}
            noValidate
            className="grid gap-4"
            onSubmit={(event) => {
              event.preventDefault()
              void form.handleSubmit(save)()
            }}
            onKeyDown={saveByKeys}
          >
            {/* A focused field stays clear of the totals above and of the buttons below. */}
            <div className="[&_:is(button,input)]:scroll-my-28">
              {EXPENSE_CATEGORIES.map((category) => (
                <CategoryField key={category} category={category} />
              ))}
            </div>
            <InvalidAmounts />
            <NotesInput />
          </form>
        )}
      </Card>
    </>
  )
}

function LinesError() {
  const { loaded } = useSettlement()
  const { error, refetch } = useQuery(linesQuery(loaded?.billing?.id ?? null))
  return error && <LoadError error={error} onRetry={() => void refetch()} />
}

function describe(loaded: LoadedSettlement | null): string {
  if (!loaded) return 'Choose a truck and date, then load the data.'
  const { billing } = loaded
  const date = formatDay(loaded.settlementDate)
  if (!billing) return `New settlement, ${date} (not saved)`
  if (!isFrozen(loaded)) return `Saved draft, ${date}`
  const status = SETTLEMENT_STATUSES.find(({ value }) => value === billing.status)
  return `${status?.label} statement, ${date}`
}

/** The totals count an invalid amount as 0.00, and this says so (SPEC B14). */
function InvalidAmounts() {
  const { control } = useSettlement().form
  const names = listInvalid(useWatch({ control }))
  if (names.length === 0) return null
  const labels = names.map((name) => settlementFields[name].label).join(', ')
  return (
    <p role="status" className="text-sm font-medium text-danger-ink">
      Not a valid amount, counted as $0.00: {labels}
    </p>
  )
}

function NotesInput() {
  const { loaded, form, saving } = useSettlement()
  return (
    <Controller
      name="notes"
      control={form.control}
      render={({ field, fieldState }) => (
        <Labeled
          label={settlementFields.notes.label}
          name="notes"
          error={fieldState.error?.message}
          hint="Printed on the statement."
        >
          {(aria) => (
            <TextArea {...aria} {...field} disabled={!loaded} readOnly={saving} rows={3} />
          )}
        </Labeled>
      )}
    />
  )
}
