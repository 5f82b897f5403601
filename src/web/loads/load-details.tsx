import { Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import { entities } from '#core/entities/entities.ts'
import type { AnyRecord } from '#core/entities/entity.ts'
import type { Field } from '#core/fields/field.ts'
import { formatQuantity, toCents } from '#core/money.ts'
import { PAYMENT_STATUSES } from '#core/statuses.ts'
import { useEntity, useMayChange } from '#web/api/may.tsx'
import { NOT_AVAILABLE, formatField } from '#web/records/format.ts'
import { StatusBadge } from '#web/ui/badge.tsx'
import { MissingPapers } from '#web/required-papers/missing-papers.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

type LoadField = keyof typeof entities.loads.fields
type LoadDetailsProps = { load: AnyRecord; onClose: () => void; onDuplicate: () => void }

/** Read-only details of a load (SPEC A2, Loads specifics). */
export function LoadDetails({ load, onClose, onDuplicate }: LoadDetailsProps) {
  const { fields } = useEntity('loads')
  const mayChange = useMayChange('loads')
  const value = (name: LoadField) =>
    formatField(name, entities.loads.fields[name] as Field, load) || NOT_AVAILABLE
  return (
    <Dialog open title={`Load ${value('loadId')}`} onOpenChange={(open) => !open && onClose()}>
      <MissingPapers load={load} />
      <Section title="General Information">
        <Item label="Truck">{value('truckId')}</Item>
        <Item label="Driver">{value('driverId')}</Item>
        <Item label="Broker">{value('brokerId')}</Item>
        {fields.revenue && <Item label="Revenue">{value('revenue')}</Item>}
        <FilledItems
          load={load}
          names={['trailerId', 'brokerLoadNumber', 'bolNumber', 'pieces', 'dispatcherId']}
        />
      </Section>
      <Section title="Route Information">
        <Item label="Pickup">{formatAddress(load, 'pickup')}</Item>
        <Item label="Pickup Date">{value('pickupDate')}</Item>
        <Item label="Delivery">{formatAddress(load, 'delivery')}</Item>
        <Item label="Delivery Date">{value('deliveryDate')}</Item>
        <Item label="Distance">{formatDistance(load)}</Item>
        <FilledItems
          load={load}
          names={['pickupTime', 'pickupNumber', 'deliveryTime', 'poNumber']}
        />
        {hasEmptyMiles(load) && <Item label="Empty Miles">{value('emptyMiles')}</Item>}
      </Section>
      <Section title="Status">
        <Item label="Delivery">
          <StatusBadge status={String(load.deliveryStatus)} />
        </Item>
        <Item label="Payment">
          <StatusBadge status={String(load.paymentStatus)} options={PAYMENT_STATUSES} />
        </Item>
        <Item label="BOL">
          <StatusBadge status={String(load.bolStatus)} />
        </Item>
        {load.settledElsewhere === 'yes' && <Item label="Settlement">Settled elsewhere</Item>}
      </Section>
      {typeof load.notes === 'string' && (
        <section className="grid gap-1">
          <h3 className="font-semibold">Notes</h3>
          <p className="text-sm whitespace-pre-wrap wrap-anywhere">{load.notes}</p>
        </section>
      )}
      {mayChange && (
        <Button variant="secondary" className="justify-self-end" onClick={onDuplicate}>
          <Copy aria-hidden className="size-4" />
          Duplicate
        </Button>
      )}
    </Dialog>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-1">
      <h3 className="font-semibold">{title}</h3>
      <dl className="grid gap-x-4 gap-y-2 text-sm grid-cols-2">{children}</dl>
    </section>
  )
}

function Item({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted">{label}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  )
}

/** The fields that have a value. */
function FilledItems({ load, names }: { load: AnyRecord; names: readonly LoadField[] }) {
  return names
    .filter((name) => load[name] !== null)
    .map((name) => {
      const field: Field = entities.loads.fields[name]
      return (
        <Item key={name} label={field.label}>
          {formatField(name, field, load)}
        </Item>
      )
    })
}

/** "1,204.5 miles". Every load has miles, so 0 means unknown. */
function formatDistance({ miles }: AnyRecord): string {
  const amount = String(miles)
  return toCents(amount) === 0n ? NOT_AVAILABLE : `${formatQuantity(amount)} miles`
}

function hasEmptyMiles({ emptyMiles }: AnyRecord): boolean {
  return toCents(String(emptyMiles)) !== 0n
}

/** "Dallas, TX 75201". */
function formatAddress(load: AnyRecord, end: 'pickup' | 'delivery'): string {
  const place = [load[`${end}City`], load[`${end}State`]].filter(Boolean).join(', ')
  return [place, load[`${end}Zip`]].filter(Boolean).join(' ') || NOT_AVAILABLE
}
