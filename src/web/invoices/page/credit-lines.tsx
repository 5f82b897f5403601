import type { InvoiceDetails } from '#core/invoices/responses.ts'
import { formatMoney, toCents } from '#core/money.ts'
import { Labeled } from '#web/ui/inputs/labeled.tsx'
import { MoneyInput } from '#web/ui/inputs/money-input.tsx'
import { listCreditable, sumCredit, type CreditText } from './credit-text.ts'
import { nameLine } from './invoice-lines.tsx'

type CreditLinesProps = {
  invoice: InvoiceDetails
  text: CreditText
  errors: Record<string, string>
  onEdit: (change: Partial<CreditText>) => void
}

/** A choice between everything that is left and an amount for each line. */
export function CreditLines({ invoice, text, errors, onEdit }: CreditLinesProps) {
  const all = formatMoney(sumCredit(invoice, { ...text, whole: true }))
  return (
    <fieldset className="grid gap-2 text-sm">
      <legend className="mb-1 font-medium">What to Credit</legend>
      <Choice
        label={`Everything not credited yet: ${all}`}
        checked={text.whole}
        onChoose={() => onEdit({ whole: true })}
      />
      <Choice label="Some of it" checked={!text.whole} onChoose={() => onEdit({ whole: false })} />
      {!text.whole && (
        <div className="grid gap-1 pl-6">
          {errors.lines && <p className="text-xs font-medium text-danger-ink">{errors.lines}</p>}
          {listCreditable(invoice).map((line) => (
            <Labeled
              key={line.id}
              label={[line.loadNumber, nameLine(line)].filter(Boolean).join(': ')}
              name={`line-${line.id}`}
              error={errors[`line-${line.id}`] ?? (errors.lines && '')}
              hint={`${formatMoney(toCents(line.left))} is left`}
            >
              {(aria) => (
                <MoneyInput
                  {...aria}
                  adornment="$"
                  value={text.amounts[line.id] ?? ''}
                  onChange={(amount) => onEdit({ amounts: { ...text.amounts, [line.id]: amount } })}
                />
              )}
            </Labeled>
          ))}
        </div>
      )}
    </fieldset>
  )
}

type ChoiceProps = { label: string; checked: boolean; onChoose: () => void }

function Choice({ label, checked, onChoose }: ChoiceProps) {
  return (
    <label className="flex min-h-6 cursor-pointer items-center gap-2 pointer-coarse:min-h-11">
      <input
        type="radio"
        name="credit"
        className="accent-accent"
        checked={checked}
        onChange={onChoose}
      />
      {label}
    </label>
  )
}
