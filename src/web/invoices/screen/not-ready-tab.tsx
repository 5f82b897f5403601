import type { NotReadyLoad, Ready } from '#core/invoices/responses.ts'
import { Link } from 'react-router'
import { RequiredToBill } from '#web/required-papers/required-to-bill.tsx'
import { classes } from '#web/ui/classes.ts'
import { SidewaysScroll } from '#web/ui/sideways-scroll.tsx'
import { CELL, FIGURE, LoadCells } from '#web/invoices/ready/ready-table.tsx'
import { findFix } from './find-fix.ts'

const HEADS = ['Load #', 'Broker Load #', 'Route', 'Delivered', 'Amount', 'Broker', 'Why']
const AMOUNT = 4

/** Delivered loads that can't be billed, each with what it needs and a link to it. */
export function NotReadyTab({ billing: { notReady, more } }: { billing: Ready }) {
  if (notReady.length === 0)
    return (
      <p className="rounded-lg border border-line bg-surface p-5 text-sm text-muted">
        Every delivered load is billed or ready to bill.
      </p>
    )
  return (
    <section aria-label="Not ready" className="grid min-w-0 gap-3">
      <RequiredToBill missing={notReady.map(({ missingToBill }) => missingToBill)} />
      <SidewaysScroll className="rounded-lg border border-line bg-surface">
        <table className="records w-full border-collapse text-sm">
          <caption className="sr-only">Loads that are not ready to bill</caption>
          <thead>
            <tr className="bg-head">
              {HEADS.map((head, index) => (
                <th
                  key={head}
                  scope="col"
                  className={classes('whitespace-nowrap', index === AMOUNT ? FIGURE : CELL)}
                >
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {notReady.map((load) => (
              <NotReadyRow key={load.id} load={load} />
            ))}
          </tbody>
        </table>
      </SidewaysScroll>
      {more && (
        <p className="text-sm text-muted">
          The oldest loads are shown. More appear when these are fixed.
        </p>
      )}
    </section>
  )
}

function NotReadyRow({ load }: { load: NotReadyLoad }) {
  return (
    <tr className="border-t border-line">
      <LoadCells load={load} />
      <td className={`${CELL} min-w-32 wrap-anywhere`} data-label="Broker">
        {load.brokerName ?? <span className="text-muted">–</span>}
      </td>
      <td className={`${CELL} min-w-44`} data-label="Why">
        <ul className="grid gap-0.5">
          {load.reasons.map((reason) => (
            <li key={reason}>
              <Reason load={load} reason={reason} />
            </li>
          ))}
        </ul>
      </td>
    </tr>
  )
}

/** The reason is the link to where it is fixed. */
function Reason({ load, reason }: { load: NotReadyLoad; reason: string }) {
  return (
    <Link
      className="hit-area relative text-left wrap-anywhere text-accent-strong underline"
      to={findFix(load, reason)}
    >
      {reason}
      <span className="sr-only"> of load {load.loadId}</span>
    </Link>
  )
}
