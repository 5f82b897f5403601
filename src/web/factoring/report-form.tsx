import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { depositFields } from '#core/factoring/requests.ts'
import type { Deposit, Factor, FactoredInvoice } from '#core/factoring/responses.ts'
import { formatMoney, readTypedAmount, toCents } from '#core/money.ts'
import { request } from '#web/api/client.ts'
import { useAction } from '#web/api/use-action.ts'
import { useConfirmLeave } from '#web/records/form/use-confirm-leave.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { FormFoot } from '#web/ui/overlays/form-foot.tsx'
import { QuestionDialog } from '#web/ui/overlays/question-dialog.tsx'
import { saveByKeys } from '#web/ui/shortcuts.ts'
import { boughtQuery } from './queries.ts'
import {
  findProblem,
  makePurchaseRows,
  sumEntries,
  toSentEntries,
  toTypedEntry,
  type EntryProblem,
  type TypedEntry,
} from './report-entries.ts'
import { ReportFileDialog } from './report-file-dialog.tsx'
import { HeadFields, startHead, type Head } from './report-head.tsx'
import { ReportRow } from './report-row.tsx'

/** `start`: the entries that the form begins with. */
type ReportFormProps = { factor: Factor; start?: TypedEntry[]; onClose: () => void }

/** Enters what the factor reported: the deposit, and the entries that add up to it (SPEC C213). */
export function ReportForm({ factor, start = [], onClose }: ReportFormProps) {
  const { data } = useQuery(boughtQuery(factor.id))
  const invoices = data?.invoices ?? []
  const { head, setHead, rows, setRows, add } = useReport(start)
  const changed = rows.length > 0 || JSON.stringify(head) !== JSON.stringify(startHead())
  const { leave, question } = useConfirmLeave({ changed, what: 'this report', onLeave: onClose })
  const [reads, setReads] = useState(false)
  const sending = useSend(factor, onClose)
  const { send, errors, problem, busy } = sending
  const form = useRef<HTMLFormElement>(null)
  const sum = sumEntries(rows)
  const submitted = invoices.filter(({ state }) => state === 'submitted')

  return (
    <>
      <Dialog
        open
        wide
        title={`Report of ${factor.name}`}
        description="The amount wired, and the entries that add up to it. If no money was wired, enter $0.00."
        onOpenChange={(open) => !open && leave()}
      >
        <form
          ref={form}
          noValidate
          className="grid gap-4"
          onKeyDown={saveByKeys}
          onSubmit={(event) => {
            event.preventDefault()
            // The fields must show their errors before one of them gets the focus.
            flushSync(() => send(head, rows))
            form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
          }}
        >
          <HeadFields head={head} errors={errors} onChange={setHead} />
          <fieldset className="grid gap-2">
            <legend className="mb-1 text-sm font-semibold">Entries</legend>
            {errors['entries'] && (
              <p role="alert" className="text-sm font-medium text-danger-ink">
                {errors['entries']}
              </p>
            )}
            {rows.map((row, index) => (
              <ReportRow
                key={row.key}
                row={row}
                number={index + 1}
                invoices={invoices}
                wrong={problem?.key === row.key ? problem.field : null}
                onChange={(next) => setRows(rows.map((one) => (one.key === row.key ? next : one)))}
                onRemove={() => {
                  flushSync(() => setRows(rows.filter(({ key }) => key !== row.key)))
                  focusEntry(form.current, 'button', index)
                }}
              />
            ))}
            <div className="flex flex-wrap gap-2">
              <Button
                variant="secondary"
                data-add
                onClick={() => {
                  flushSync(() => add(() => []))
                  focusEntry(form.current, 'select', rows.length)
                }}
              >
                Add Entry
              </Button>
              <Button variant="secondary" onClick={() => setReads(true)}>
                From File
              </Button>
              {submitted.length > 0 && (
                <Button
                  variant="secondary"
                  size="long"
                  onClick={() => add((key) => listPurchases(factor, submitted, rows, key))}
                >
                  Add Purchase of Submitted Invoices ({submitted.length})
                </Button>
              )}
            </div>
          </fieldset>
          <p className="text-sm" aria-live="polite">
            The entries add up to <strong>{formatMoney(toCents(sum))}</strong>.
            {head.amount !== sum && (
              <Button variant="ghost" size="sm" onClick={() => setHead({ ...head, amount: sum })}>
                Use as Deposit
              </Button>
            )}
          </p>
          <FormFoot onCancel={leave} save="Save Report" busy={busy} />
        </form>
      </Dialog>
      {question}
      <QuestionDialog request={sending} />
      {reads && (
        <ReportFileDialog
          invoices={invoices}
          onAdd={(entries) => {
            add((key) => entries.map((entry, at) => toTypedEntry(entry, key + at)))
            setReads(false)
          }}
          onClose={() => setReads(false)}
        />
      )}
    </>
  )
}

/** Focuses a control in the entry at `index`, or in the last entry. Without entries, focuses the button that adds one. */
function focusEntry(form: HTMLFormElement | null, control: 'select' | 'button', index: number) {
  const entries = [...(form?.querySelectorAll('[role=group]') ?? [])]
  const entry = entries[Math.min(index, entries.length - 1)]
  const target = entry?.querySelector<HTMLElement>(control)
  ;(target ?? form?.querySelector<HTMLElement>('[data-add]'))?.focus()
}

/** The purchase entries of the submitted invoices that no row names yet. */
function listPurchases(
  factor: Factor,
  submitted: readonly FactoredInvoice[],
  rows: readonly TypedEntry[],
  firstKey: number,
): TypedEntry[] {
  const named = new Set(rows.map(({ invoiceId }) => invoiceId))
  return submitted
    .filter(({ id }) => !named.has(String(id)))
    .flatMap((invoice, index) => makePurchaseRows(factor, invoice, firstKey + 3 * index))
}

function useReport(start: TypedEntry[]) {
  const [head, setHead] = useState(() => ({ ...startHead(), amount: sumEntries(start) }))
  const [rows, setRows] = useState(start)
  const [nextKey, setNextKey] = useState(start.length + 1)
  function add(make: (key: number) => TypedEntry[]) {
    const added = make(nextKey)
    const blank: TypedEntry = {
      key: nextKey,
      kind: 'debtor-paid',
      invoiceId: '',
      amount: '',
      reference: '',
    }
    const next = added.length ? added : [blank]
    const all = [...rows, ...next]
    // The deposit follows the entries until the user types another amount.
    if (head.amount === sumEntries(rows)) setHead({ ...head, amount: sumEntries(all) })
    setRows(all)
    setNextKey(nextKey + next.length * 3)
  }
  function changeRows(next: TypedEntry[]) {
    if (head.amount === sumEntries(rows)) setHead({ ...head, amount: sumEntries(next) })
    setRows(next)
  }
  return { head, setHead, rows, setRows: changeRows, add }
}

function useSend({ id }: Factor, onSaved: () => void) {
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [problem, setProblem] = useState<EntryProblem | null>(null)
  const { run, ...sending } = useAction({
    send: (body: object, { key, confirmed }) =>
      request<Deposit>('POST', `/api/factors/${id}/deposits`, {
        body: { ...body, confirmed },
        headers: { 'idempotency-key': key },
      }),
    done: 'Report saved',
    failed: 'The report was not saved',
    asks: 'everything',
    onFields: (messages) =>
      setErrors(
        Object.fromEntries(Object.entries(messages).map(([name, [text = '']]) => [name, text])),
      ),
    onDone: onSaved,
  })
  function send(head: Head, rows: readonly TypedEntry[]) {
    const found = checkHead(head)
    const wrong = findProblem(rows)
    if (wrong) found['entries'] = wrong.message
    setProblem(wrong)
    setErrors(found)
    if (Object.keys(found).length) return
    const amount = readTypedAmount(head.amount) ?? head.amount
    run({ ...head, amount, entries: toSentEntries(rows) })
  }
  return { ...sending, send, errors, problem }
}

function checkHead(head: Head): Record<string, string> {
  const problems = Object.entries(depositFields).flatMap(([name, { schema }]) => {
    const message = schema.safeParse(head[name as keyof Head]).error?.issues[0]?.message
    return message ? [[name, message]] : []
  })
  return Object.fromEntries(problems) as Record<string, string>
}
