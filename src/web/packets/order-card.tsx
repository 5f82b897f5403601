import { useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { ORDERED_KINDS, type OrderedKind, type PaperOrder } from '#core/packets/paper-order.ts'
import { useMay } from '#web/api/may.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { CheckLine } from '#web/ui/inputs/checkbox.tsx'
import { Query } from '#web/ui/query.tsx'
import { packetOrderQuery, useSaveOrder, type OrderScope } from './queries.ts'

/** The order of the papers in all packets (SPEC C178). Each change is saved immediately. */
export function CompanyOrderCard() {
  const mayChange = useMay('admin')
  const description =
    'The order of the documents in an invoice’s packet. A broker’s page can set a different order. Changes are saved immediately.'
  return <OrderCard scope={null} {...{ mayChange, description }} reset="Use Default Order" />
}

/** The order of one broker. */
export function BrokerOrderCard({ brokerId }: { brokerId: number }) {
  const mayChange = useMay('loads')
  const description =
    'The order of the documents that this broker wants in an invoice’s packet. Changes are saved immediately.'
  return (
    <OrderCard scope={brokerId} {...{ mayChange, description }} reset="Use Order from Settings" />
  )
}

type OrderCardProps = {
  scope: OrderScope
  mayChange: boolean
  description: string
  /** The button that removes the broker's own order. */
  reset: string
}

function OrderCard({ scope, mayChange, description, reset }: OrderCardProps) {
  const query = useQuery(packetOrderQuery(scope))
  const order = query.data
  const saving = useSaveOrder(scope)
  return (
    <Card
      title="Order of Documents"
      description={description}
      actions={
        mayChange &&
        order?.isOwn && (
          <Button
            variant="secondary"
            aria-disabled={saving.busy}
            onClick={() => saving.run({ kinds: null, version: order.version })}
          >
            {reset}
          </Button>
        )
      }
    >
      <Query of={query} skeleton="h-64">
        {(loaded) => (
          <Kinds
            order={loaded}
            disabled={!mayChange}
            onChange={(kinds) => saving.run({ kinds, version: loaded.version })}
          />
        )}
      </Query>
    </Card>
  )
}

type KindsProps = { order: PaperOrder; disabled: boolean; onChange: (kinds: OrderedKind[]) => void }

function Kinds({ order: { kinds }, disabled, onChange }: KindsProps) {
  const hasOther = kinds.includes('other')
  return (
    <>
      <ol aria-label="Documents in their order" className="grid text-sm">
        {kinds.map((kind, at) => (
          <li
            key={kind}
            className="flex items-center justify-between gap-2 border-t border-line py-1 first:border-t-0"
          >
            <span>{labelOrdered(kind)}</span>
            <span className="flex">
              <IconButton
                label={`Move ${labelOrdered(kind)} up`}
                disabled={disabled || at === 0}
                onClick={() => onChange(swap(kinds, at - 1))}
              >
                <ArrowUp aria-hidden className="size-4" />
              </IconButton>
              <IconButton
                label={`Move ${labelOrdered(kind)} down`}
                disabled={disabled || at === kinds.length - 1}
                onClick={() => onChange(swap(kinds, at))}
              >
                <ArrowDown aria-hidden className="size-4" />
              </IconButton>
            </span>
          </li>
        ))}
      </ol>
      <fieldset disabled={disabled}>
        <CheckLine
          label="Include documents of the type Other"
          checked={hasOther}
          onChange={(checked) =>
            onChange(checked ? [...kinds, 'other'] : kinds.filter((kind) => kind !== 'other'))
          }
        />
      </fieldset>
    </>
  )
}

/** Swaps the paper at `at` and the one after it. */
function swap(kinds: readonly OrderedKind[], at: number): OrderedKind[] {
  const swapped = [...kinds]
  swapped.splice(at, 2, ...kinds.slice(at, at + 2).toReversed())
  return swapped
}

function labelOrdered(kind: OrderedKind): string {
  return ORDERED_KINDS.find(({ value }) => value === kind)?.label ?? kind
}
