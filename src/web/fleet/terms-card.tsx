import { Pencil } from 'lucide-react'
import { useState } from 'react'
import {
  describeTerm,
  PURCHASE_KINDS,
  type LeaseTerm,
  type PurchaseKind,
} from '#core/fleet/lease-terms.ts'
import { useMay } from '#web/api/may.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { TermsDialog, type SaveTerms } from './terms-dialog.tsx'

type TermsCardProps = {
  title: string
  description: string
  /** Those in force. */
  terms: readonly LeaseTerm[]
  /** Whether they are the account's, because the lease has none. */
  byDefault?: boolean
  /** Without it they can't be changed here. */
  save?: SaveTerms
  /** Changes them back: "Use Default". Asks first, because what was entered is lost. */
  reset?: { label: string; ask: () => void }
}

/** What of purchases is charged back, by kind (SPEC C526). */
export function TermsCard(props: TermsCardProps) {
  const { title, description, terms, byDefault = false, save, reset } = props
  const [editing, setEditing] = useState(false)
  const mayChange = useMay('payroll') && save !== undefined
  return (
    <Card
      title={title}
      description={description}
      actions={
        <div className="flex flex-wrap items-center gap-2">
          {byDefault && <Badge tone="neutral">By Default</Badge>}
          {mayChange && reset && (
            <Button size="sm" variant="secondary" onClick={reset.ask}>
              {reset.label}
            </Button>
          )}
          {mayChange && (
            <Button size="sm" variant="secondary" onClick={() => setEditing(true)}>
              <Pencil aria-hidden className="size-4" />
              Change
            </Button>
          )}
        </div>
      }
    >
      <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-2 xl:grid-cols-3">
        {PURCHASE_KINDS.map(({ value, label }) => (
          <div key={value} className="min-w-0">
            <dt className="text-muted">{label}</dt>
            <dd className="wrap-anywhere">{describeKind(terms, value)}</dd>
          </div>
        ))}
      </dl>
      {editing && save && (
        <TermsDialog title={title} terms={terms} save={save} onClose={() => setEditing(false)} />
      )}
    </Card>
  )
}

function describeKind(terms: readonly LeaseTerm[], kind: PurchaseKind): string {
  const term = terms.find((one) => one.kind === kind)
  return term ? describeTerm(term) : 'Not named: such a purchase waits for you'
}
