/** What a chip of the run offers: an exception is ended where it shows (SPEC C482). */
import {
  CircleCheck,
  CreditCard,
  CirclePause,
  CirclePlay,
  type LucideIcon,
  RefreshCw,
  ScrollText,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { statementAddress } from '#core/settlements/history.ts'
import type { RunException } from '#core/settlements/run/exceptions.ts'
import { isHeld, listApplicable, type RunRow } from '#core/settlements/run/run.ts'
import { useMay } from '#web/api/may.tsx'
import type { OpenMenu, RowAction } from '#web/records/rows/row-action.tsx'
import { useRowMenu } from '#web/records/rows/use-row-menu.tsx'
import { HoldDialog } from './hold-dialog.tsx'
import { useLoadActions } from './load-actions.tsx'
import { approveStep, holdStep, prepareStep } from './queries.ts'
import { rowKey, withPartners } from './run-steps.ts'
import { type Steps, stepsInOrder } from './steps.ts'

export type ExceptionActions = {
  /** For an exception of the row, or for its hold. */
  listFor: (row: RunRow, exception: RunException | 'hold') => RowAction[]
  openMenu: OpenMenu
  /** The open menu and its dialogs. Must be rendered. */
  parts: ReactNode
}

type Options = {
  /** The settlements of the week. */
  rows: RunRow[]
  busy: boolean
  onStart: (steps: Steps<RunRow>) => void
}

export function useExceptionActions({ rows, busy, onStart }: Options): ExceptionActions {
  const mayPay = useMay('payroll')
  const loadActions = useLoadActions()
  const [asked, setAsked] = useState<RunRow>()
  const { openMenu, menu } = useRowMenu()

  function start(result: string, some: RunRow[], step: (row: RunRow) => Promise<unknown>) {
    if (!busy) onStart(stepsInOrder(result, some, step))
  }

  function listRepairs(row: RunRow, { cause }: RunException): RowAction[] {
    const prepare = (adjusts: boolean) => () =>
      start('settlements prepared', [row], (one) => prepareStep(one, adjusts))
    if (cause === 'cards' && row.stale) return [toAction('Add', CreditCard, prepare(false))]
    if (cause === 'stale' && row.stale) return [toAction('Recalculate', RefreshCw, prepare(false))]
    if (cause !== 'drift' || listApplicable(row).length === 0) return []
    return [toAction('Adjust on This Settlement', RefreshCw, prepare(true))]
  }

  function listDecisions(row: RunRow): RowAction[] {
    if (row.billing?.status !== 'pending') return []
    if (isHeld(row)) {
      const release = (one: RunRow) => holdStep(one, null)
      const run = () => start('holds released', [row], release)
      return [toAction('Release Hold', CirclePlay, run)]
    }
    const step = (one: RunRow) => approveStep(one, rows)
    const approve = () => start('settlements approved', withPartners(row, rows), step)
    return [
      toAction('Approve Anyway', CircleCheck, approve),
      toAction('Hold…', CirclePause, () => setAsked(row)),
    ]
  }

  return {
    listFor: (row, exception) => [
      ...(exception === 'hold' ? [] : loadActions.listFor(row, exception.cause)),
      ...(exception === 'hold' || !mayPay ? [] : listRepairs(row, exception)),
      ...(exception !== 'hold' && exception.cause === 'drift' ? listStatements(row) : []),
      ...(mayPay ? listDecisions(row) : []),
    ],
    openMenu,
    parts: (
      <>
        {menu}
        {loadActions.parts}
        {asked && (
          <HoldDialog
            count={1}
            busy={busy}
            onHold={(reason) => {
              // The steps that ran meanwhile may have changed it.
              const latest = rows.find((row) => rowKey(row) === rowKey(asked)) ?? asked
              start('settlements held', [latest], (row) => holdStep(row, reason))
              setAsked(undefined)
            }}
            onClose={() => setAsked(undefined)}
          />
        )}
      </>
    ),
  }
}

/** The statements whose loads changed (SPEC C361). */
function listStatements({ adjustments }: RunRow): RowAction[] {
  return adjustments.map(({ id, number }) => {
    const text = `Open Statement #${number}`
    return { text, label: text, Icon: ScrollText, to: statementAddress(id) }
  })
}

function toAction(text: string, Icon: LucideIcon, onClick: () => void): RowAction {
  return { text, label: text, Icon, onClick }
}
