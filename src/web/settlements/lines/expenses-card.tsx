import type { ReactNode } from 'react'
import { Controller, useWatch, type UseFormReturn } from 'react-hook-form'
import { formatDay } from '#core/calendar.ts'
import { EXPENSE_CATEGORIES, settlementFields } from '#core/settlements/settlement.ts'
import type { Line } from '#core/settlements/lines.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { classes } from '#web/ui/classes.ts'
import { Labeled } from '#web/ui/inputs/labeled.tsx'
import { saveByKeys } from '#web/ui/shortcuts.ts'
import { TextArea } from '#web/ui/inputs/text-input.tsx'
import { listUnreadable, type Draft, type SettlementValues } from './draft.ts'
import { CategoryField } from './category-field.tsx'
import type { SettlementControl } from './expense-input.tsx'
import { isFrozen, type LoadedSettlement } from '#web/settlements/screen/sheet.ts'

/** Figures that nothing can be typed over do not look like fields. */
const FROZEN = '[&_:is(input,textarea)]:border-transparent [&_:is(input,textarea)]:bg-page'

type ExpensesCardProps = {
  sheet: LoadedSettlement | null
  lines: Line[]
  /** A line was added, changed or deleted. */
  onLines: () => void
  form: UseFormReturn<Draft, unknown, SettlementValues>
  saving: boolean
  onSave: (values: SettlementValues) => void
  /** What stands beside the Save button. */
  children: ReactNode
}

/** The eleven categories and the notes; to be filled in once a truck and date are loaded (SPEC A2, A5). */
export function ExpensesCard(props: ExpensesCardProps) {
  const { sheet, lines, onLines, form, saving, onSave, children } = props
  const { control } = form
  const submit = form.handleSubmit(onSave)
  const frozen = isFrozen(sheet)

  return (
    <Card title="Expense Categories" description={explain(sheet)}>
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (!frozen) void submit()
        }}
        onKeyDown={saveByKeys}
      >
        <div
          className={classes('grid grid-cols-2 gap-x-4 gap-y-3 xl:grid-cols-3', frozen && FROZEN)}
        >
          {EXPENSE_CATEGORIES.map((category) => (
            <CategoryField
              key={category}
              category={category}
              billing={sheet?.billing ?? null}
              lines={lines.filter((line) => line.category === category)}
              onLines={onLines}
              control={control}
              disabled={sheet === null}
              readOnly={saving || frozen}
              start={sheet?.start[category] ?? ''}
              note={sheet?.defaults[category]}
            />
          ))}
        </div>
        <Unreadable control={control} />
        <div className={classes(frozen && FROZEN)}>
          <NotesInput control={control} disabled={sheet === null} readOnly={saving || frozen} />
        </div>
        <div className="flex flex-wrap items-center gap-2 border-t border-line pt-4">
          {!frozen && (
            <Button type="submit" disabled={sheet === null}>
              {saving ? 'Saving...' : `${sheet?.billing ? 'Update' : 'Save'} Settlement Data`}
            </Button>
          )}
          {children}
        </div>
      </form>
    </Card>
  )
}

function explain(sheet: LoadedSettlement | null): string {
  if (!sheet) return 'Choose a truck and a settlement date, then load the settlement data.'
  const date = formatDay(sheet.settlementDate)
  if (isFrozen(sheet)) return `The statement of ${date}, as it was approved.`
  return sheet.billing
    ? `The saved settlement of ${date}.`
    : `A new settlement for ${date}, not saved yet.`
}

/** SPEC B14: a running total that counts an amount as 0 says so. */
function Unreadable({ control }: { control: SettlementControl }) {
  const names = listUnreadable(useWatch({ control }))
  if (names.length === 0) return null
  const labels = names.map((name) => settlementFields[name].label).join(', ')
  return (
    <p role="status" className="text-sm font-medium text-danger-ink">
      Counted as $0.00 because it cannot be read: {labels}
    </p>
  )
}

type NotesInputProps = { control: SettlementControl; disabled: boolean; readOnly: boolean }

function NotesInput({ control, ...rest }: NotesInputProps) {
  return (
    <Controller
      name="notes"
      control={control}
      render={({ field, fieldState }) => (
        <Labeled
          label={settlementFields.notes.label}
          name="notes"
          error={fieldState.error?.message}
          hint="Printed on the statement."
        >
          {(aria) => <TextArea {...aria} {...rest} {...field} rows={3} />}
        </Labeled>
      )}
    />
  )
}
