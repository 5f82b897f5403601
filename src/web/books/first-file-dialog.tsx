import { useState } from 'react'
import type { BooksDays } from '#core/books/books.ts'
import { FACTORING_METHODS, type FactoringMethod } from '#core/books/factoring-methods.ts'
import { Button } from '#web/ui/button.tsx'
import { Labeled } from '#web/ui/inputs/labeled.tsx'
import { Select } from '#web/ui/inputs/select.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { showAccountMap } from './account-map-card.tsx'
import type { AccountMapForm } from './use-account-map.ts'
import { useMakeFile } from './use-make-file.ts'

type FirstFileDialogProps = {
  days: BooksDays
  form: AccountMapForm
  /** Asks how factored invoices are recorded. */
  asksMethod: boolean
  onClose: () => void
}

/** Asks once what only the accountant knows, then saves the account map and makes the file (SPEC C485). */
export function FirstFileDialog({ days, form, asksMethod, onClose }: FirstFileDialogProps) {
  const [method, setMethod] = useState(form.factoring)
  const [error, setError] = useState<string>()
  const making = useMakeFile({ before: () => form.put(method), onDone: onClose })
  const help = FACTORING_METHODS.find(({ value }) => value === method)?.help
  return (
    <Dialog open title="Before the First File" onOpenChange={(open) => !open && onClose()}>
      <form
        noValidate
        className="grid gap-4 text-sm"
        onSubmit={(event) => {
          event.preventDefault()
          if (asksMethod && !method) setError('Choose how factored invoices are recorded')
          else making.run(days)
        }}
      >
        {asksMethod && (
          <Labeled
            label="Factored Invoices"
            name="method"
            error={error}
            hint={`${help ?? 'Ask your accountant.'} It can’t change after this file.`}
          >
            {(aria) => (
              <Select
                {...aria}
                value={method ?? ''}
                placeholder="Not Chosen"
                options={FACTORING_METHODS}
                onChange={(chosen) => {
                  setError(undefined)
                  setMethod(toMethod(chosen))
                }}
              />
            )}
          </Labeled>
        )}
        <p>
          The file has the account names of the{' '}
          <button
            type="button"
            className="hit-area font-medium text-accent-strong underline"
            onClick={() => {
              onClose()
              showAccountMap()
            }}
          >
            account map
          </button>
          . They must be exactly as in QuickBooks: ask your accountant if you don’t know.
        </p>
        <div className="flex justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" aria-disabled={making.busy}>
            {making.busy ? 'Making the File...' : 'Make File'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function toMethod(text: string): FactoringMethod | null {
  return FACTORING_METHODS.find(({ value }) => value === text)?.value ?? null
}
