import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode, type SubmitEvent } from 'react'
import { namePurchase, type PurchaseDetails } from '#core/cards/decide.ts'
import { APPROVED_WEEKS, type ApprovedWeeks } from '#core/cards/imports.ts'
import { cardPurchases, decidedFields } from '#core/cards/purchase-list.ts'
import { BOUGHT_KINDS } from '#core/cards/purchases.ts'
import { formatDay } from '#core/calendar.ts'
import type { AnyRecord } from '#core/entities/entity.ts'
import { pluralize } from '#core/pluralize.ts'
import { request } from '#web/api/client.ts'
import { useAction } from '#web/api/use-action.ts'
import { ReferencePicker } from '#web/records/form/reference-picker.tsx'
import { RadioChoice } from '#web/transfer/radio-choice.tsx'
import { CheckLine } from '#web/ui/inputs/checkbox.tsx'
import { Labeled } from '#web/ui/inputs/labeled.tsx'
import { Select } from '#web/ui/inputs/select.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { FormFoot } from '#web/ui/overlays/form-foot.tsx'
import { QuestionDialog } from '#web/ui/overlays/question-dialog.tsx'
import { Query } from '#web/ui/query.tsx'
import { purchaseQuery } from './queries.ts'

type DialogProps = { purchase: AnyRecord; onClose: () => void }

/** Whose truck a purchase is of, what its item is, and whether it is ignored (SPEC C565). */
export function DecideDialog({ purchase, onClose }: DialogProps) {
  const query = useQuery(purchaseQuery(purchase.id))
  return (
    <Dialog
      open
      title={namePurchase(purchase)}
      description={describePurchase(purchase)}
      onOpenChange={(open) => !open && onClose()}
    >
      <Query of={query} skeleton="h-64">
        {(details) => <DecideForm {...{ purchase, details, onClose }} />}
      </Query>
    </Dialog>
  )
}

type FormProps = DialogProps & { details: PurchaseDetails }

function DecideForm({ purchase, details, onClose }: FormProps) {
  const [truckId, setTruckId] = useState((purchase.truckId ?? null) as number | null)
  const [truck, setTruck] = useState(purchase.labels.truckId ?? null)
  const [kind, setKind] = useState(String(purchase.kind))
  const [ignored, setIgnored] = useState(String(purchase.ignored ?? ''))
  const [others, setOthers] = useState(true)
  const [alike, setAlike] = useState(true)
  const [holder, setHolder] = useState(false)
  const [asked, setAsked] = useState<string>()
  const [approvedWeeks, setApprovedWeeks] = useState<ApprovedWeeks>()
  const isNamed = purchase.kind === 'unknown' && kind !== 'unknown'
  const isNew = truckId !== null && truckId !== purchase.truckId
  const saving = useAction({
    send: (_: void, { confirmed }) =>
      request<{ changed: number }>('PUT', `/api/${cardPurchases.name}/${purchase.id}`, {
        body: {
          truckId,
          kind,
          ignored,
          confirmed,
          others: isNew && others,
          holder: isNew && holder,
          alike: isNamed && alike,
          approvedWeeks,
        },
        headers: { 'If-Match': `"${details.version}"` },
      }),
    done: ({ changed }) => `${pluralize(changed, 'purchase')} saved`,
    failed: 'Failed to save the purchase',
    asks: ['startsOn'],
    onFields: (messages) => setAsked(messages.approvedWeeks?.[0]),
    onDone: onClose,
  })

  function submit(event: SubmitEvent) {
    event.preventDefault()
    saving.run()
  }

  return (
    <form className="grid gap-3" onSubmit={submit}>
      <Labeled
        label={decidedFields.truckId.label}
        name="truckId"
        error={saving.fields.truckId?.[0]}
      >
        {(aria) => (
          <ReferencePicker
            {...{ aria, name: 'truckId', ref: () => undefined, onBlur: () => undefined }}
            field={decidedFields.truckId}
            value={truckId === null ? '' : String(truckId)}
            onChange={(next: string) => setTruckId(next === '' ? null : Number(next))}
            link={{
              empty: decidedFields.truckId.emptyLabel ?? '',
              label: truck ?? undefined,
              onLabel: setTruck,
            }}
          />
        )}
      </Labeled>
      {isNew && details.waitingOthers > 0 && (
        <CheckLine
          label={`Also the ${pluralize(details.waitingOthers, 'other purchase')} of this card from ${formatDay(String(purchase.day))} on that ${details.waitingOthers === 1 ? 'waits' : 'wait'}`}
          checked={others}
          onChange={setOthers}
        />
      )}
      {isNew && purchase.card !== '' && (
        <CheckLine
          label={`The card is with this truck from ${formatDay(String(purchase.day))} on`}
          checked={holder}
          onChange={setHolder}
        />
      )}
      <Labeled label={decidedFields.kind.label} name="kind">
        {(aria) => <Select {...aria} value={kind} options={BOUGHT_KINDS} onChange={setKind} />}
      </Labeled>
      {isNamed && details.unknownAlike > 0 && (
        <CheckLine
          label={`Also the ${pluralize(details.unknownAlike, 'other item')} with the code ${details.code}`}
          checked={alike}
          onChange={setAlike}
        />
      )}
      <Labeled
        label={decidedFields.ignored.label}
        name="ignored"
        hint="A purchase with a reason here is not charged and not counted."
        error={saving.fields.ignored?.[0]}
      >
        {(aria) => (
          <TextInput
            {...aria}
            value={ignored}
            onChange={(event) => setIgnored(event.target.value)}
          />
        )}
      </Labeled>
      {asked !== undefined && (
        <RadioChoice
          legend={asked}
          options={APPROVED_WEEKS}
          chosen={approvedWeeks}
          onChoose={setApprovedWeeks}
        />
      )}
      <FileRow cells={details.cells} />
      <FormFoot onCancel={onClose} save="Save" busy={saving.busy} />
      <QuestionDialog request={saving} />
    </form>
  )
}

/** "Diesel at PILOT 436, DALLAS, TX. Unit 104, LUIS RUIZ". */
function describePurchase({ place, city, state, unit, driver }: AnyRecord): string {
  const where = [place, city, state].filter(Boolean).join(', ')
  const who = [unit && `unit ${String(unit)}`, driver].filter(Boolean).join(', ')
  return [where, who && `Printed: ${who}`].filter(Boolean).join('. ')
}

/** The row of the file. */
function FileRow({ cells }: Pick<PurchaseDetails, 'cells'>): ReactNode {
  const shown = Object.entries(cells)
  if (!shown.length) return null
  return (
    <details className="text-sm">
      <summary className="cursor-pointer text-muted">Row of the file</summary>
      <dl className="mt-2 grid grid-cols-2 gap-x-4">
        {shown.map(([title, text]) => (
          <div key={title} className="contents">
            <dt className="text-muted wrap-anywhere">{title}</dt>
            <dd className="wrap-anywhere">{text}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
