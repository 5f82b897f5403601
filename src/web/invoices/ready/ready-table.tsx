import { type KeyboardEvent, memo, type ReactNode, useState } from 'react'
import { formatDay } from '#core/calendar.ts'
import type { BillableLoad, ReadyBroker } from '#core/invoices/responses.ts'
import { formatMoney, toCents } from '#core/money.ts'
import { pluralize } from '#core/pluralize.ts'
import { RecordLink } from '#web/records/page/record-link.tsx'
import { SelectBox } from '#web/records/selection/select-box.tsx'
import { classes } from '#web/ui/classes.ts'
import { SidewaysScroll } from '#web/ui/sideways-scroll.tsx'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'
import type { UsedPicks } from './use-picks.ts'

export const CELL = 'px-3 py-1.5 text-left align-middle'
export const FIGURE = 'px-3 py-1.5 text-right tabular-nums whitespace-nowrap'
/** On a phone the checkbox is at the end of its line, like the other values. */
const SELECT = 'px-1 py-0.5 max-sm:px-3'
const HEADS = ['Select', 'Load #', 'Broker Load #', 'Route', 'Delivered', 'Amount']

type ReadyTableProps = {
  brokers: ReadyBroker[]
  picks: UsedPicks
  /** Why the last try to bill a load failed, by the load's id. */
  failures: ReadonlyMap<number, string>
}

/** The loads to bill, by broker. Without the permission to bill there is nothing to select. */
export function ReadyTable({ brokers, picks, failures }: ReadyTableProps) {
  const keys = usePickKeys(picks)
  const first = brokers[0]?.loads[0]?.id
  const isThere = brokers.some(({ loads }) => loads.some(({ id }) => id === keys.stop))
  const stop = isThere ? keys.stop : first
  return (
    <SidewaysScroll fixed="second" className="rounded-lg border border-line bg-surface">
      <table
        className="records w-full border-collapse text-sm"
        onKeyDown={keys.onKeyDown}
        onFocus={keys.onFocus}
      >
        <caption className="sr-only">Loads ready to bill</caption>
        <thead>
          <tr className="bg-head">
            {HEADS.map((head, index) => (
              <th
                key={head}
                scope="col"
                className={classes('whitespace-nowrap', index === 5 ? FIGURE : CELL)}
              >
                {head === 'Select' ? <span className="sr-only">{head}</span> : head}
              </th>
            ))}
          </tr>
        </thead>
        {brokers.map((broker) => (
          <tbody key={broker.brokerId}>
            <BrokerHead broker={broker} picks={picks} />
            {broker.loads.map((load) => (
              <LoadRow
                key={load.id}
                load={load}
                selected={picks.ids.has(load.id)}
                isStop={load.id === stop}
                failure={failures.get(load.id)}
                onToggle={picks.toggle}
              />
            ))}
          </tbody>
        ))}
      </table>
    </SidewaysScroll>
  )
}

function BrokerHead({ broker, picks }: { broker: ReadyBroker; picks: UsedPicks }) {
  const { brokerId, brokerName, loads, total } = broker
  const ids = loads.map(({ id }) => id)
  const selected = ids.filter((id) => picks.ids.has(id)).length
  return (
    <tr className="border-t border-line-strong bg-head">
      <td className={SELECT} data-label="Select">
        <SelectBox
          label={`Select all loads of ${brokerName}`}
          checked={selected === ids.length}
          some={selected > 0 && selected < ids.length}
          onChange={(checked) => picks.put(ids, checked)}
        />
      </td>
      <th scope="rowgroup" colSpan={4} className={CELL}>
        <span className="wrap-anywhere">
          <RecordLink to="brokers" id={brokerId}>
            {brokerName}
          </RecordLink>{' '}
          <span className="ml-1 font-normal whitespace-nowrap text-muted">
            {pluralize(loads.length, 'load')}
          </span>
        </span>
      </th>
      <td className={`${FIGURE} font-semibold`} data-label="Total">
        {formatMoney(toCents(total))}
      </td>
    </tr>
  )
}

type LoadRowProps = {
  load: BillableLoad
  selected: boolean
  isStop: boolean
  failure: string | undefined
  onToggle: (id: number, selected: boolean, range: boolean) => void
}

/** There can be hundreds of rows, so a key press renders only the rows that it changes. */
const LoadRow = memo(function LoadRow(props: LoadRowProps) {
  const { load, selected, isStop, failure, onToggle } = props
  const { id, loadId } = load
  return (
    <tr
      data-selected={selected || undefined}
      className="border-t border-line has-[:focus-visible]:outline-2 has-[:focus-visible]:-outline-offset-2 has-[:focus-visible]:outline-accent data-selected:bg-accent-soft"
    >
      <td className={SELECT} data-label="Select">
        <SelectBox
          label={`Select load ${loadId}`}
          checked={selected}
          onChange={(checked, range) => onToggle(id, checked, range)}
          box={{ 'data-pick': id, tabIndex: isStop ? 0 : -1 }}
        />
      </td>
      <LoadCells load={load}>
        {failure && (
          <span role="alert" className="block text-xs font-medium text-danger-ink">
            {failure}
          </span>
        )}
      </LoadCells>
    </tr>
  )
})

/** The cells that a load has in both tables. `children`: below its number. */
export function LoadCells({ load, children }: { load: BillableLoad; children?: ReactNode }) {
  const { id, loadId, brokerLoadNumber, route, deliveredOn, amount } = load
  return (
    <>
      <td className={`${CELL} min-w-24 wrap-anywhere`} data-label="Load #">
        <span className="min-w-0">
          <RecordLink to="loads" id={id}>
            {loadId}
          </RecordLink>
          {children}
        </span>
      </td>
      <td className={`${CELL} min-w-28 wrap-anywhere`} data-label="Broker Load #">
        {brokerLoadNumber ?? <span className="text-muted">–</span>}
      </td>
      <td className={`${CELL} min-w-40`} data-label="Route">
        {route}
      </td>
      <td className={`${CELL} whitespace-nowrap`} data-label="Delivered">
        {deliveredOn ? formatDay(deliveredOn) : <span className="text-muted">–</span>}
      </td>
      <td className={FIGURE} data-label="Amount">
        {formatMoney(toCents(amount))}
      </td>
    </>
  )
}

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

/**
 * The keys of a table of checkboxes, which is one tab stop: the arrow keys, Home and End move, Shift with an arrow key selects a
 * range, Ctrl+A selects all. Space is the checkbox's own key. J and K work anywhere on the page.
 */
function usePickKeys({ extend, all }: Pick<UsedPicks, 'extend' | 'all'>) {
  const [stop, setStop] = useState<number>()

  useShortcuts({
    selectAll(event) {
      // In a field, Ctrl+A selects the text.
      if (event.target instanceof Element && event.target.closest(TEXT)) return
      event.preventDefault()
      all()
      if (!focusedBox()) moveTo(listBoxes()[0])
    },
    next: () => move(1),
    previous: () => move(-1),
  })

  function move(step: number): HTMLInputElement | undefined {
    const boxes = listBoxes()
    const focused = focusedBox()
    const from = focused ? boxes.indexOf(focused) : step > 0 ? -1 : boxes.length
    return moveTo(boxes[Math.min(Math.max(from + step, 0), boxes.length - 1)])
  }

  return {
    /** The box that Tab reaches. */
    stop,
    onFocus: (event: { target: Element }) => {
      const box = event.target.closest<HTMLElement>(BOX)
      if (box) setStop(Number(box.dataset.pick))
    },
    onKeyDown(event: KeyboardEvent) {
      const box = (event.target as Element).closest<HTMLElement>(BOX)
      if (!box || event.altKey || event.ctrlKey || event.metaKey) return
      const boxes = listBoxes()
      const step = STEPS[event.key]
      if (step !== undefined) {
        event.preventDefault()
        const reached = move(step)
        if (event.shiftKey && reached)
          extend(Number(box.dataset.pick), Number(reached.dataset.pick))
      }
      if (event.key === 'Home' || event.key === 'End') {
        event.preventDefault()
        moveTo(event.key === 'Home' ? boxes[0] : boxes.at(-1))
      }
    },
  }
}

/** The checkboxes of loads. A broker's checkbox is a separate tab stop. */
const BOX = '[data-pick]'
const TEXT = 'input:not([type=checkbox]), textarea'

function listBoxes(): HTMLInputElement[] {
  return [...document.querySelectorAll<HTMLInputElement>(`input${BOX}`)]
}

function focusedBox(): HTMLInputElement | undefined {
  return listBoxes().find((box) => box === document.activeElement)
}

function moveTo(box: HTMLInputElement | undefined): HTMLInputElement | undefined {
  box?.focus()
  box?.closest('tr')?.scrollIntoView({ block: 'nearest' })
  return box
}
