import { FACTORING_METHODS, type FactoringMethod } from '#core/books/factoring-methods.ts'
import { Labeled } from '#web/ui/inputs/labeled.tsx'
import { Select } from '#web/ui/inputs/select.tsx'

type MethodFieldProps = {
  value: FactoringMethod | null
  isFixed: boolean
  mayChange: boolean
  onChange: (method: FactoringMethod | null) => void
}

/** How factored invoices are recorded. It can no longer change after a file with factor entries (SPEC C243). */
export function FactoringMethodField({ value, isFixed, mayChange, onChange }: MethodFieldProps) {
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
