import { formatDay } from '#core/calendar.ts'
import { formatMoney, formatQuantity, toCents } from '#core/money.ts'
import { extraPayLabel } from '#core/settlements/extra-pay.ts'
import { settlementFields } from '#core/settlements/settlement.ts'
import { netFloor, type StoredRule } from '#core/settlements/rules.ts'
import { describeRule } from '#core/settlements/bases.ts'
import { EditDelete } from '#web/records/delete/edit-delete.tsx'

/** A rule as the list returns it. */
type LabeledRule = StoredRule & { labels?: Record<string, string | null> }

/** Without `onOpen`, the row has no buttons. */
type RuleRowProps = { rule: LabeledRule; onOpen?: (form: 'edit' | 'delete') => void }

export function RuleRow({ rule, onOpen }: RuleRowProps) {
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
