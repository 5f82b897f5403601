import { useQuery } from '@tanstack/react-query'
import { ChevronDown, Trash2 } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import {
  type Approval,
  APPROVALS,
  CHARGE_KINDS,
  nameCharge,
  OWNER_SHARES,
  STOPS,
} from '#core/charges/kinds.ts'
import { describeRefused } from '#core/charges/messages.ts'
import { countMinutes, formatMinutes } from '#core/charges/stop-times.ts'
import { QUANTITY_PLACES, RATE_PLACES } from '#core/decimals.ts'
import { toAmount } from '#core/money.ts'
import { loadDocumentsQuery } from '#web/documents/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Checkbox } from '#web/ui/inputs/checkbox.tsx'
import { DayInput } from '#web/ui/inputs/day-input.tsx'
import { MoneyInput } from '#web/ui/inputs/money-input.tsx'
import { Select } from '#web/ui/inputs/select.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { ChargeCell } from './charge-cell.tsx'
import {
  type ChargeField,
  type ChargeText,
  hasProduct,
  sumRows,
  type TypedCharge,
} from './charge-text.ts'
import type { ChargesForm } from './use-charges-form.ts'

type ChargeRowProps = { row: TypedCharge; charges: ChargesForm }

/** A charge in the form: its amounts, then what it is for, who is billed and whether it is approved (SPEC C106). */
export function ChargeRow({ row, charges }: ChargeRowProps) {
  const [isOpen, setOpen] = useState(false)
  const { text, key } = row
  const bind = (name: ChargeField) => ({
    value: text[name],
    onChange: (value: string) => charges.edit(row, name, value),
  })
  const errorOf = (name: ChargeField) => charges.errors[`${key}.${name}`]
  const seesAmounts = 'amount' in charges.fields
  const name = nameCharge(text.kind)
  return (
    <li
      aria-label={name}
      className="grid grid-cols-2 gap-x-3 gap-y-2 rounded-md border border-line p-3 sm:grid-cols-[minmax(7rem,10rem)_minmax(6.5rem,9rem)_minmax(4rem,6rem)_minmax(5.5rem,7rem)_minmax(6rem,8rem)_auto]"
    >
      <ChargeCell label="Charge" error={errorOf('kind')}>
        {(aria) => (
          <Select {...aria} {...bind('kind')} autoFocus={row.added} options={CHARGE_KINDS} />
        )}
      </ChargeCell>
      {seesAmounts && <Amounts row={row} charges={charges} bind={bind} errorOf={errorOf} />}
      <IconButton
        label={`Remove ${name}`}
        className="mt-4 justify-self-end sm:col-start-6"
        onClick={() => charges.remove(row)}
      >
        <Trash2 aria-hidden className="size-4" />
      </IconButton>
      <div className="col-span-full grid grid-cols-2 items-end gap-x-3 gap-y-2 sm:flex sm:flex-wrap">
        <ChargeCell
          label="Description"
          error={errorOf('description')}
          className="max-sm:col-span-2 sm:min-w-40 sm:flex-1"
        >
          {(aria) => <DescriptionInput {...aria} {...bind('description')} />}
        </ChargeCell>
        {seesAmounts && <Billing row={row} charges={charges} bind={bind} errorOf={errorOf} />}
        <ChargeCell label="Approval" error={errorOf('approval')} className="sm:w-36">
          {(aria) => <Select {...aria} {...bind('approval')} options={APPROVALS} />}
        </ChargeCell>
        <Button
          variant="ghost"
          aria-expanded={isOpen}
          aria-label={`Details of ${name}`}
          onClick={() => setOpen(!isOpen)}
        >
          Details
          <ChevronDown aria-hidden className={classes('size-4', isOpen && 'rotate-180')} />
        </Button>
      </div>
      {seesAmounts && <RefusedHint row={row} />}
      {isOpen && (
        <ChargeDetails loadId={charges.loadId} text={text} bind={bind} errorOf={errorOf} />
      )}
    </li>
  )
}

type Bind = (name: ChargeField) => { value: string; onChange: (value: string) => void }

type PartProps = ChargeRowProps & { bind: Bind; errorOf: (name: ChargeField) => string | undefined }

function Amounts({ row, charges, bind, errorOf }: PartProps) {
  return (
    <>
      <ChargeCell label="Amount" error={errorOf('amount')}>
        {(aria) => (
          <MoneyInput
            {...aria}
            {...bind('amount')}
            adornment="$"
            onBlur={() => hasProduct(row) && charges.tidy(row)}
          />
        )}
      </ChargeCell>
      <ChargeCell label="Quantity" error={errorOf('quantity')}>
        {(aria) => <MoneyInput {...aria} {...bind('quantity')} places={QUANTITY_PLACES} />}
      </ChargeCell>
      <ChargeCell label="× Rate" error={errorOf('rate')}>
        {(aria) => <MoneyInput {...aria} {...bind('rate')} adornment="$" places={RATE_PLACES} />}
      </ChargeCell>
      <ChargeCell label="Pays owner" error={errorOf('ownerShare')}>
        {(aria) => <Select {...aria} {...bind('ownerShare')} options={OWNER_SHARES} />}
      </ChargeCell>
    </>
  )
}

/** The owner's percent or amount, if the share is not all or nothing, and whether the broker is billed. */
function Billing({ row, charges, bind, errorOf }: PartProps) {
  const { text } = row
  const bill = bind('billToBroker')
  return (
    <>
      {text.ownerShare === 'percent' && (
        <ChargeCell label="Owner percent" error={errorOf('ownerPercent')} className="sm:w-28">
          {(aria) => <MoneyInput {...aria} {...bind('ownerPercent')} places={RATE_PLACES} />}
        </ChargeCell>
      )}
      {text.ownerShare === 'amount' && (
        <ChargeCell label="Owner amount" error={errorOf('ownerAmount')} className="sm:w-32">
          {(aria) => <MoneyInput {...aria} {...bind('ownerAmount')} adornment="$" />}
        </ChargeCell>
      )}
      <label className="flex h-9 items-center gap-2 text-sm pointer-coarse:h-11">
        <Checkbox
          checked={bill.value === 'true'}
          onChange={({ target }) => charges.edit(row, 'billToBroker', String(target.checked))}
        />
        Bill to broker
      </label>
    </>
  )
}

/** A refused charge keeps its amounts, so the hint asks the user to decide. */
function RefusedHint({ row }: { row: TypedCharge }) {
  const { revenue, billedTotal } = sumRows([row])
  const hint = describeRefused({
    approval: row.text.approval as Approval,
    amount: toAmount(billedTotal),
    ownerAmount: toAmount(revenue),
    billToBroker: true,
  })
  if (hint === null) return null
  return (
    <p role="status" className="col-span-full text-xs font-medium text-danger-ink">
      {hint}
    </p>
  )
}

type DescriptionProps = ReturnType<Bind> & { id: string }

function DescriptionInput({ onChange, ...rest }: DescriptionProps) {
  return <TextInput {...rest} onChange={(event) => onChange(event.target.value)} />
}

type ChargeDetailsProps = {
  loadId: number | null
  text: ChargeText
  bind: (name: ChargeField) => { value: string; onChange: (value: string) => void }
  errorOf: (name: ChargeField) => string | undefined
}

/** Where and how long the truck waited, and who approved or refused the charge, and when. */
function ChargeDetails({ loadId, text, bind, errorOf }: ChargeDetailsProps) {
  const minutes = countMinutes(text.arrivedAt || null, text.departedAt || null)
  return (
    <div className="col-span-full grid grid-cols-2 gap-x-3 gap-y-2 sm:grid-cols-3">
      <ChargeCell label="Stop" error={errorOf('stop')}>
        {(aria) => <Select {...aria} {...bind('stop')} options={STOPS} placeholder="None" />}
      </ChargeCell>
      <ChargeCell label="Arrived" error={errorOf('arrivedAt')} className="max-sm:col-span-2">
        {(aria) => <TimeInput {...aria} {...bind('arrivedAt')} />}
      </ChargeCell>
      <ChargeCell label="Departed" error={errorOf('departedAt')} className="max-sm:col-span-2">
        {(aria) => <TimeInput {...aria} {...bind('departedAt')} />}
      </ChargeCell>
      <ChargeCell label="Approved or refused by" error={errorOf('approvedBy')}>
        {(aria) => {
          const { value, onChange } = bind('approvedBy')
          return (
            <TextInput
              {...aria}
              value={value}
              onChange={(event) => onChange(event.target.value)}
              placeholder="Who at the broker"
            />
          )
        }}
      </ChargeCell>
      <ChargeCell label="Approved or refused on" error={errorOf('approvedOn')}>
        {(aria) => <DayInput {...aria} {...bind('approvedOn')} />}
      </ChargeCell>
      {loadId !== null && (
        <ChargeCell label="Document" error={errorOf('documentId')}>
          {(aria) => <DocumentSelect {...aria} {...bind('documentId')} loadId={loadId} />}
        </ChargeCell>
      )}
      {minutes !== null && minutes >= 0 && (
        <p className="self-end pb-2 text-sm text-muted">{formatMinutes(minutes)} at the stop</p>
      )}
    </div>
  )
}

type DocumentSelectProps = Omit<ComponentProps<typeof Select>, 'options'> & { loadId: number }

/** Lists the load's documents. A chosen document that was deleted since then stays chosen, without its name. */
function DocumentSelect({ loadId, ...select }: DocumentSelectProps) {
  const { data = [] } = useQuery(loadDocumentsQuery(loadId))
  const options = data.map(({ id, name }) => ({ value: String(id), label: name }))
  const isGone = select.value !== '' && options.every(({ value }) => value !== select.value)
  const gone = isGone ? [{ value: select.value, label: 'Deleted document' }] : []
  return <Select {...select} options={[...options, ...gone]} placeholder="None" />
}

type TimeInputProps = Omit<ComponentProps<'input'>, 'onChange'> & {
  value: string
  onChange: (value: string) => void
}

/** The browser's own date and time input, without a time zone. */
function TimeInput({ value, onChange, ...rest }: TimeInputProps) {
  return (
    <TextInput
      {...rest}
      type="datetime-local"
      value={value.replace(' ', 'T')}
      onChange={(event) => onChange(event.target.value.replace('T', ' '))}
    />
  )
}
