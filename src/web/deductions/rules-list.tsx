import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { formatDay } from '#core/calendar.ts'
import { formatMoney, formatQuantity, toCents } from '#core/money.ts'
import { describeRule } from '#core/settlements/bases.ts'
import { extraPayLabel } from '#core/settlements/extra-pay.ts'
import { netFloor, ruleFields, type StoredRule } from '#core/settlements/rules.ts'
import { settlementFields } from '#core/settlements/settlement.ts'
import { useMay } from '#web/api/may.tsx'
import { DeleteDialog } from '#web/records/delete/delete-dialog.tsx'
import { EditDelete } from '#web/records/delete/edit-delete.tsx'
import { FieldGrid } from '#web/records/form/field-grid.tsx'
import { RecordDialog } from '#web/records/form/record-dialog.tsx'
import { useOneChoice } from '#web/records/form/use-one-choice.ts'
import { useRecordForm } from '#web/records/form/use-record-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Query } from '#web/ui/query.tsx'
import { rulesQuery } from './queries.ts'
import { isFactoringRule, labelRuleFields, listCleared, listRuleFields } from './rule-fields.ts'

type OpenDialog = { dialog: 'add' } | { dialog: 'edit' | 'delete'; rule: StoredRule }

/** The recurring deductions of one truck, or of all trucks if `truckId` is null (SPEC C2). */
export function RulesList({ truckId }: { truckId: number | null }) {
  const query = useQuery(rulesQuery(truckId))
  const [open, setOpen] = useState<OpenDialog>()
  const close = () => setOpen(undefined)
  const mayChange = useMay('payroll')
  return (
    <div className="grid gap-3">
      <Query of={query} skeleton="h-16" empty="No recurring deductions yet.">
        {(data) => (
          <ul className="grid gap-2">
            {data.map((rule) => (
              <RuleRow
                key={rule.id}
                rule={rule}
                {...(mayChange && { onOpen: (dialog) => setOpen({ dialog, rule }) })}
              />
            ))}
          </ul>
        )}
      </Query>
      {mayChange && (
        <Button
          variant="secondary"
          className="justify-self-start"
          onClick={() => setOpen({ dialog: 'add' })}
        >
          <Plus aria-hidden className="size-4" />
          Add Recurring Deduction
        </Button>
      )}
      {open?.dialog === 'add' && <RuleForm truckId={truckId} onClose={close} />}
      {open?.dialog === 'edit' && <RuleForm truckId={truckId} rule={open.rule} onClose={close} />}
      {open?.dialog === 'delete' && (
        // The server does not delete a rule that settlements use. Its error says what to do instead.
        <DeleteDialog
          path={`/api/deduction-rules/${open.rule.id}`}
          singular="Recurring Deduction"
          name={open.rule.description}
          description="It won't be added to new settlements. Saved settlements keep it."
          undoable
          onClose={close}
        />
      )}
    </div>
  )
}

const ruleEntity = {
  name: 'deduction-rules',
  singular: 'Recurring Deduction',
  fields: ruleFields,
}

type RuleFormProps = {
  /** Null for a deduction of all trucks. */
  truckId: number | null
  rule?: StoredRule
  onClose: () => void
}

/** The form of a recurring deduction. It shows the fields that apply (SPEC C2, C10, C15, C16). */
function RuleForm({ truckId, rule, onClose }: RuleFormProps) {
  const start = { text: { truckId: truckId === null ? '' : String(truckId) } }
  const model = useRecordForm(ruleEntity, rule, start)
  const { control, setValue } = model.form
  const typed = useWatch({ control })
  const text = Object.fromEntries(
    Object.entries(typed).map(([name, value]) => [name, String(value ?? '')]),
  )
  const place = { ofTruck: truckId !== null, isSaved: rule !== undefined }
  const names = listRuleFields(text, place)
  const cleared = listCleared(names, place)
    .filter((name) => text[name])
    .join(' ')
  useEffect(() => {
    if (cleared) for (const name of cleared.split(' ')) setValue(name, '')
  }, [cleared, setValue])
  const { kind, extraPay } = text
  const isFee = kind !== 'extra-pay' && isFactoringRule(text)
  useEffect(() => {
    if (!isFee) return
    setValue('category', 'factoring')
    setValue('frequency', 'settlement')
    setValue('balance', 'none')
  }, [isFee, setValue])
  useEffect(() => {
    if (kind !== 'extra-pay') return
    // Extra pay is in "other" and has no balance.
    setValue('category', 'other')
    setValue('balance', 'none')
    if (extraPay === '') setValue('extraPay', 'bonus')
  }, [kind, extraPay, setValue])
  useOneChoice(model.form, ['ownerId', 'driverId'])
  const fields = labelRuleFields(model.fields, text, place)
  return (
    <RecordDialog entity={ruleEntity} model={model} names={names} onClose={onClose}>
      <FieldGrid model={{ ...model, fields }} names={names} hints={HINTS} />
    </RecordDialog>
  )
}

const HINTS = {
  netPercent:
    'For child support or a garnishment: 50 takes at most half of the net. Blank: no limit.',
  floor: 'The payee keeps at least this net. Blank: always deducted in full.',
  priority: 'The order of deductions with this limit: 1 comes first.',
}

/** A rule as the list returns it. */
type LabeledRule = StoredRule & { labels?: Record<string, string | null> }

/** Without `onOpen`, the row has no buttons. */
type RuleRowProps = { rule: LabeledRule; onOpen?: (form: 'edit' | 'delete') => void }

function RuleRow({ rule, onOpen }: RuleRowProps) {
  const { description } = rule
  return (
    <li className="flex items-center gap-2 border-b border-line pb-2 text-sm last:border-b-0">
      <div className="min-w-0 grow wrap-anywhere">
        <p>
          {description} <span className="text-muted">· {nameKind(rule)}</span>
        </p>
        <p className="text-xs text-muted">
          {[
            describeRule(rule),
            formatTarget(rule),
            formatShare(rule),
            formatFloor(rule),
            formatPayee(rule),
            ...formatDays(rule),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      {onOpen && <EditDelete name={description} onOpen={onOpen} />}
    </li>
  )
}

/** "Fuel", or "Extra pay: Bonus". */
function nameKind({ extraPay, category }: StoredRule): string {
  return extraPay === null
    ? settlementFields[category].label
    : `Extra pay: ${extraPayLabel(extraPay)}`
}

function formatTarget({ total, balance }: StoredRule): string | null {
  return total === null ? null : `${balance}, up to ${formatMoney(toCents(total))}`
}

function formatShare({ netPercent }: StoredRule): string | null {
  return netPercent === null ? null : `at most ${formatQuantity(netPercent)}% of net`
}

function formatFloor(rule: StoredRule): string | null {
  const floor = netFloor(rule)
  return rule.floor === null || floor === null
    ? null
    : `leaves a net of ${formatMoney(toCents(floor))}`
}

/** A deduction of all trucks that is for one payee. */
function formatPayee({ truckId, labels }: LabeledRule): string | null {
  const name = labels?.ownerId ?? labels?.driverId
  return truckId === null && name ? `only ${name}` : null
}

function formatDays({ firstDay, lastDay }: StoredRule): string[] {
  const from = firstDay ? [`from ${formatDay(firstDay)}`] : []
  return lastDay ? [...from, `through ${formatDay(lastDay)}`] : from
}
