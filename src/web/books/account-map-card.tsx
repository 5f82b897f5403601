import { FACTORING, listAccountKinds } from '#core/books/account-kinds.ts'
import { FACTORING_METHODS, type FactoringMethod } from '#core/books/factoring-methods.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Labeled } from '#web/ui/inputs/labeled.tsx'
import { Select } from '#web/ui/inputs/select.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import type { AccountMapForm } from './use-account-map.ts'

/** The part of the address that shows the card. */
export const ACCOUNT_MAP = 'account-map'

/** For a dialog that closes: its focus returns to the card. */
export function showAccountMap(): void {
  setTimeout(() => document.getElementById(ACCOUNT_MAP)?.focus())
}

type AccountMapCardProps = { form: AccountMapForm; isFixed: boolean; mayChange: boolean }

/** The accountant's name for each account, and for each item of the invoice CSV (SPEC C220). */
export function AccountMapCard(props: AccountMapCardProps) {
  const { isFirst } = props.form
  return (
    <div id={ACCOUNT_MAP} tabIndex={-1} className="scroll-mt-4 outline-none">
      <Card
        title="Account Map"
        description={`${isFirst ? 'These are usual names. ' : ''}Write each name exactly as in QuickBooks: QuickBooks Desktop creates an account for any other name.`}
      >
        <MapForm {...props} />
      </Card>
    </div>
  )
}

function MapForm({ form, isFixed, mayChange }: AccountMapCardProps) {
  const { read, change, factoring, setFactoring, fillSuggestions, save, saving, error } = form
  const groups = [...Map.groupBy(listAccountKinds(factoring), ({ group }) => group)]
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      {groups.map(([group, kinds]) => (
        <fieldset key={group} className="grid min-w-0 gap-2">
          <legend className="pb-1 text-sm font-semibold">{group}</legend>
          {group === FACTORING && (
            <FactoringMethodField
              value={factoring}
              isFixed={isFixed}
              mayChange={mayChange}
              onChange={setFactoring}
            />
          )}
          {kinds.map(({ kind, label, suggestion, item }) => (
            <div
              key={kind}
              className="grid items-center gap-x-3 gap-y-1 sm:grid-cols-[minmax(0,1fr)_minmax(0,1.5fr)_minmax(0,1fr)]"
            >
              <span className="text-sm">{label}</span>
              <TextInput
                aria-label={`Account of ${label}, ${group}`}
                placeholder={suggestion}
                disabled={!mayChange}
                value={read(kind).account}
                onChange={(event) => change(kind, { account: event.target.value })}
              />
              {item && (
                <TextInput
                  aria-label={`Item of ${label}`}
                  placeholder={`Item: ${label}`}
                  disabled={!mayChange}
                  value={read(kind).item}
                  onChange={(event) => change(kind, { item: event.target.value })}
                />
              )}
            </div>
          ))}
        </fieldset>
      ))}
      {error && (
        <p role="alert" className="text-sm font-medium text-danger-ink">
          {error}
        </p>
      )}
      {mayChange && (
        <div className="flex flex-wrap gap-2">
          <Button type="submit" disabled={saving}>
            {saving ? 'Saving...' : 'Save Account Map'}
          </Button>
          {form.hasBlanks && (
            <Button variant="secondary" onClick={fillSuggestions}>
              Fill In Suggestions
            </Button>
          )}
        </div>
      )}
    </form>
  )
}

type MethodFieldProps = {
  value: FactoringMethod | null
  isFixed: boolean
  mayChange: boolean
  onChange: (method: FactoringMethod | null) => void
}

/** How factored invoices are recorded (SPEC C243). It can no longer change after a file with factor entries. */
function FactoringMethodField({ value, isFixed, mayChange, onChange }: MethodFieldProps) {
  const help = FACTORING_METHODS.find((method) => method.value === value)?.help
  const hint = isFixed
    ? `${help ?? ''} A file already has factor entries, so this can’t change.`
    : `${help ?? 'Ask your accountant.'} It can’t change after the first file with factor entries.`
  return (
    <Labeled label="Factored Invoices" name="factoring" hint={hint}>
      {(aria) => (
        <Select
          {...aria}
          className="sm:max-w-xs"
          value={value ?? ''}
          placeholder="Not Chosen"
          options={FACTORING_METHODS}
          disabled={!mayChange || isFixed}
          onChange={(chosen) =>
            onChange(FACTORING_METHODS.find((method) => method.value === chosen)?.value ?? null)
          }
        />
      )}
    </Labeled>
  )
}
